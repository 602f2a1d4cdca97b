"""What is kept of compiled functions on disk: Numba's own files, mended in two ways.

Several processes may compile at once, and one may end in the middle, so that the next compiles the
rest on top of what it loads.
"""

from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache

from rowlock.kernels.lock import one_at_a_time


class DiskCache(FunctionCache):
    """The files of one function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept for arguments of these types, if anything was.

        Numba lets a function that copies another one inherit what must be loaded before it, but not
        from one that was loaded itself: whoever then loads the copy would call into nowhere.
        """
        files: Any = super()
        found = files.load_overload(sig, target_context)
        if found is not None:
            found.library._reload_init.update(found.reload_init)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps it. Two processes that did so at once for different types would choose the same
        name, and each would load the other's code."""
        files: Any = super()
        with one_at_a_time(Path(self.cache_path) / "saving"):
            files.save_overload(sig, data)
