"""How often two dice add up to a number."""


def ways(faces: int, number: int) -> int:
    """How many of all rolls of two dice add up to the number."""
    return max(0, faces - abs(number - faces - 1))
