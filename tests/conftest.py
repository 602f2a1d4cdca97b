import os

from hypothesis import HealthCheck, settings

# Shared machines are noisy, so no deadline; under CI the same examples every time.
settings.register_profile(
    "rowlock",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rowlock")
