"""Tests that are coroutines, and those that run with each storage, as the server's."""

from server.conftest import (
    _databases_given_back,
    pytest_generate_tests,
    pytest_pyfunc_call,
    storage,
)

__all__ = ["_databases_given_back", "pytest_generate_tests", "pytest_pyfunc_call", "storage"]
