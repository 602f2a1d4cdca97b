"""How soon `rowlock serve` answers, and how large its page is.

The ready time is from starting the command to the first answered request, everything warm.
"""

import socket
import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from rowlock.server.web.files import load_files

STARTS = 9
PATIENCE = 30


def main() -> None:
    """Measure and print both."""
    with tempfile.TemporaryDirectory() as folder:
        ready_time(Path(folder))  # makes the database, and warms everything
        times = sorted(ready_time(Path(folder)) for _ in range(STARTS))
    print(f"ready: median {statistics.median(times):.2f} s, slowest {times[-1]:.2f} s of {STARTS}")
    sizes = [len(file.packed or file.plain) for file in load_files().values()]
    print(f"all files of the page, compressed: {sum(sizes) / 1000:.1f} kB in {len(sizes)} files")


def ready_time(folder: Path) -> float:
    """Seconds from the command to its first answer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "rowlock", "serve", "--data", str(folder), "--port", str(port)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            while not answers(port):
                if server.poll() is not None or time.perf_counter() - began > PATIENCE:
                    raise SystemExit("the server did not start")
                time.sleep(0.01)
            return time.perf_counter() - began
        finally:
            server.terminate()


def answers(port: int) -> bool:
    """Whether something answers there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/here")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    main()
