"""Where Prometheus reads what is counted and measured: an address of its own, not the game's."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Info, disable_created_metrics, start_http_server

from rowlock import __version__
from rowlock.server.web.addresses import CannotListen, here
from rowlock.server.web.settings import Settings

_INFO = Info("rowlock", "The version that runs.")


@contextmanager
def metrics_served(settings: Settings) -> Iterator[str | None]:
    """While this is open metrics can be read, if the settings want it: at this address."""
    _INFO.info({"version": __version__})
    if settings.metrics is None:
        yield None
        return
    disable_created_metrics()  # type: ignore[no-untyped-call]  # the package has it so
    host, port = settings.metrics
    try:
        server, thread = start_http_server(port, host)
    except OSError as error:
        raise CannotListen(host, port, error, "with ROWLOCK_METRICS") from error
    try:
        yield f"http://{here(host)}:{server.server_port}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
