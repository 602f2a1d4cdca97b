"""Tests that are coroutines, and those that run with each storage, as the server's."""

from server.conftest import pytest_generate_tests, pytest_pyfunc_call, storage

__all__ = ["pytest_generate_tests", "pytest_pyfunc_call", "storage"]
