"""Tests that are coroutines, as those of the server are."""

from server.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
