"""People who come from somewhere else: over HTTPS, by a name, from an address of their own."""

import socket
import ssl
import subprocess
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from server.people import Person

HERE = "127.0.0.1"
PATIENCE = 60.0


class Visitor(Person):
    """A browser that finds the name at this machine. It comes from an address that no proxy has:
    what comes from a proxy's own address is believed as the proxy is."""

    def __init__(self, address: str, trusts: ssl.SSLContext, source: str, **headers: str) -> None:
        super().__init__(address, **headers)
        self._trusts = trusts
        self._source = source

    def connection(self) -> HTTPConnection:
        netloc, port, name = self._target()
        connection = HTTPSConnection(netloc, timeout=PATIENCE)
        plain = socket.create_connection((HERE, port), PATIENCE, source_address=(self._source, 0))
        connection.sock = self._trusts.wrap_socket(plain, server_hostname=name)
        return connection

    def socket_options(self) -> dict[str, Any]:
        _, port, _ = self._target()
        return {
            "host": HERE,
            "port": port,
            "ssl": self._trusts,
            "local_addr": (self._source, 0),
            "open_timeout": PATIENCE,
        }

    def _target(self) -> tuple[str, int, str]:
        parts = urlsplit(self.address)
        assert parts.port is not None
        assert parts.hostname is not None
        return parts.netloc, parts.port, parts.hostname


def make_certificate(name: str, certificate: Path, key: Path) -> ssl.SSLContext:
    """Make a certificate for a name; what trusts it and nothing else."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "2"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return ssl.create_default_context(cafile=str(certificate))
