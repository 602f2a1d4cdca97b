"""The proxies that `deploy` has examples for, and how tests run them with these examples.

Of an example only what must differ on a machine of tests is replaced: ports, certificates and how
many processes there are. Each text to replace must be there, so that an example cannot change
unnoticed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAME = "games.example.org"
BASE = "/games/rowlock"
FOLDER = f"/etc/letsencrypt/live/{NAME}"


@dataclass(frozen=True)
class Place:
    """Where a proxy of a test listens and finds what it needs; `path` is what all is below."""

    folder: Path
    port: int
    plain_port: int
    servers: Sequence[int]
    path: str = ""

    @property
    def certificate(self) -> Path:
        return self.folder / "fullchain.pem"

    @property
    def key(self) -> Path:
        return self.folder / "privkey.pem"

    @property
    def address(self) -> str:
        """What a browser opens."""
        return f"https://{NAME}:{self.port}{self.path}"


class Example:
    """A file of `deploy`, and the program that it is for."""

    name: str
    file: str
    program: str
    processes = 2

    @property
    def text(self) -> str:
        """What the file says."""
        return (ROOT / "deploy" / self.file).read_text(encoding="utf-8")

    def settings(self, port: int) -> dict[str, str]:
        """The settings of the server that the example asks for."""
        asked = re.findall(r"^# ROWLOCK_([A-Z_]+)=(\S+)$", self.text, re.MULTILINE)
        own = {f"https://{NAME}": f"https://{NAME}:{port}"}
        return {name.lower(): own.get(value, value) for name, value in asked}

    def write(self, place: Place) -> Path:
        """Write all that the program reads; the file it is to be called with."""
        raise NotImplementedError

    def command(self, program: str, file: Path) -> list[str]:
        """How the program is called so that it stays in the foreground."""
        raise NotImplementedError


class Nginx(Example):
    name, file, program = "nginx", "nginx.conf", "nginx"

    def write(self, place: Place) -> Path:
        first, second = place.servers
        changes = {
            "server 127.0.0.1:8000 max": f"server 127.0.0.1:{first} max",
            "server 127.0.0.1:8001 max": f"server 127.0.0.1:{second} max",
            "listen 443 ssl;": f"listen 127.0.0.1:{place.port} ssl;",
            "listen [::]:443 ssl;": "",
            "listen 80;": f"listen 127.0.0.1:{place.plain_port};",
            "listen [::]:80;": "",
            f"{FOLDER}/fullchain.pem": str(place.certificate),
            f"{FOLDER}/privkey.pem": str(place.key),
        }
        if place.path:
            assert f'ROWLOCK_BASE_PATH={BASE} and "location {BASE} {{".' in self.text
            changes["    location / {"] = f"    location {place.path} {{"
        example = place.folder / self.file
        example.write_text(with_changes(self.text, changes), encoding="utf-8")
        main = place.folder / "main.conf"
        kept = [f"{what}_temp_path {place.folder / what};" for what in _NGINX_FOLDERS]
        main.write_text(
            f"daemon off;\npid {place.folder / 'pid'};\nevents {{}}\n"
            f"http {{\naccess_log off;\n{' '.join(kept)}\ninclude {example};\n}}\n",
            encoding="utf-8",
        )
        return main

    def command(self, program: str, file: Path) -> list[str]:
        return [program, "-c", str(file), "-e", "stderr"]


_NGINX_FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Caddy(Example):
    name, file, program = "caddy", "Caddyfile", "caddy"

    def write(self, place: Place) -> Path:
        first, second = place.servers
        text = self.below_a_path() if place.path else self.text
        tls = f"tls {place.certificate} {place.key}"
        changes = {
            "reverse_proxy 127.0.0.1:8000": f"reverse_proxy 127.0.0.1:{first}",
            f"{NAME} {{": f"{NAME}:{place.port} {{\n\t{tls}",
        }
        if not place.path:
            changes[" 127.0.0.1:8001 {"] = f" 127.0.0.1:{second} {{"
            # The comment at the end has the same text.
            text = text.partition(self.comment)[0]
        settings = (
            f"admin off\n\thttp_port {place.plain_port}\n\tstorage file_system {place.folder}"
        )
        example = place.folder / self.file
        written = f"{{\n\t{settings}\n}}\n{with_changes(text, changes)}"
        example.write_text(written, encoding="utf-8")
        return example

    comment = f"# Below a path of a larger site, with ROWLOCK_BASE_PATH={BASE} "

    def below_a_path(self) -> str:
        """A site with what the comment at the end has to say."""
        _, comment, block = self.text.partition(self.comment)
        assert comment
        lines = re.findall(r"^#(\t.*)$", block, re.MULTILINE)
        return "\n".join([f"{NAME} {{", *lines, "}", ""])

    def command(self, program: str, file: Path) -> list[str]:
        return [program, "run", "--config", str(file), "--adapter", "caddyfile"]


class Apache(Example):
    name, file, program = "apache", "apache.conf", "apache2"
    processes = 1

    def write(self, place: Place) -> Path:
        server = place.servers[0]
        passed = "ProxyPass / http://127.0.0.1:8000/ "
        changes = {
            "<VirtualHost *:443>": f"<VirtualHost 127.0.0.1:{place.port}>",
            "<VirtualHost *:80>": f"<VirtualHost 127.0.0.1:{place.plain_port}>",
            f"{FOLDER}/fullchain.pem": str(place.certificate),
            f"{FOLDER}/privkey.pem": str(place.key),
            passed: f"ProxyPass {place.path or '/'} http://127.0.0.1:{server}{place.path or '/'} ",
        }
        if place.path:
            assert f"ROWLOCK_BASE_PATH={BASE}, and that path twice instead of the" in self.text
        example = place.folder / self.file
        example.write_text(with_changes(self.text, changes), encoding="utf-8")
        main = place.folder / "main.conf"
        modules = ("mpm_event", "authz_core", *self.modules)
        main.write_text(
            "\n".join(
                [
                    f"ServerRoot {place.folder}",
                    *(f"LoadModule {m}_module {APACHE_MODULES}/mod_{m}.so" for m in modules),
                    f"ServerName {NAME}",
                    f"PidFile {place.folder / 'pid'}",
                    f"Mutex file:{place.folder}",
                    "ErrorLog /dev/stderr",
                    *(f"Listen 127.0.0.1:{port}" for port in (place.port, place.plain_port)),
                    f"Include {example}",
                    "",
                ]
            ),
            encoding="utf-8",
        )
        return main

    @property
    def modules(self) -> list[str]:
        """The modules that the example says it needs."""
        first = self.text.partition("\n")[0]
        return re.findall(r"\bmod_(\w+)", first)

    def command(self, program: str, file: Path) -> list[str]:
        return [program, "-f", str(file), "-D", "FOREGROUND"]


APACHE_MODULES = "/usr/lib/apache2/modules"
EXAMPLES: tuple[Example, ...] = (Nginx(), Caddy(), Apache())


def with_changes(text: str, changes: dict[str, str]) -> str:
    """The text with each of these replaced; all of them must be there, once."""
    for old, new in changes.items():
        if text.count(old) != 1:
            raise AssertionError(f"{old!r} stands {text.count(old)} times in the example, not once")
        text = text.replace(old, new)
    return text
