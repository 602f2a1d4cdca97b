"""Which hosts this server answers to.

A browser believes that whatever a name leads to belongs to that name. Somebody who owns a name can
let it lead to a server in the visitor's own network, and their page is then one of that server's
pages (DNS rebinding). So a server answers only to names that nobody else can own.
"""

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.web.clients import Client
from rowlock.server.web.hosts import Host, read_host

IN_THIS_NETWORK = ".local"
"""How names end that computers give themselves and tell their own network of, and nobody else."""

NO_HOST = "send one Host header, with a name or an address and no more than a port after it"
WRONG_HOST = (
    "this server does not answer to the host that was asked for; whoever runs it says with "
    "ROWLOCK_PUBLIC_URL by which address people reach it"
)


class OwnHosts:
    """The host of the public address if there is one. Otherwise addresses, for which nobody is
    asked where they lead, this computer's names, the one it listens on among them, and what a
    trusted proxy passes on."""

    def __init__(self, public_url: str, listening: str = "localhost") -> None:
        self._public = read_host(urlsplit(public_url).netloc) if public_url else None
        self._names = frozenset(["localhost", *forms_of(listening)])
        if not public_url:
            self._learn(socket.gethostname)
            # Other computers may be asked for it, and they may take their time.
            Thread(target=self._learn, args=[socket.getfqdn], daemon=True).start()

    def check(self, client: Client) -> None:
        """Refuse what is asked of somebody else, or of nobody."""
        host = read_host(client.host)
        if host is None:
            raise Refuse(Refusal.BAD_MESSAGE, NO_HOST)
        if not self._is_ours(host, client.by_proxy):
            raise Refuse(Refusal.WRONG_HOST, WRONG_HOST)

    def _is_ours(self, host: Host, by_proxy: bool) -> bool:
        if self._public is not None:
            return host.name == self._public.name
        known = host.name in self._names or host.name.endswith(IN_THIS_NETWORK)
        return known or host.address is not None or by_proxy

    def _learn(self, ask: Callable[[], str]) -> None:
        # A computer can have a name that nobody can look up, or none.
        with suppress(OSError, UnicodeError):
            self._names |= frozenset(forms_of(ask()))


def forms_of(name: str) -> Iterable[str]:
    """A computer's name as people may write it: with its domain, and without."""
    found = read_host(name)
    if found is not None and found.address is None:
        yield found.name
        yield found.name.partition(".")[0]
