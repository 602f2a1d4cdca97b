"""What the bots' judgement is made of, for their Python and their compiled form.

Plain numbers and nothing else, so that bots can read them without loading a compiler.
"""

MOST_SKIPPED = 2
"""Cautious: more spaces than this are not worth a cross …"""

MOST_SKIPPED_FOR_A_MISS = 4
"""… unless passing is a miss."""

# The heuristic's weights, in ten-thousandths, so that whole numbers hold every value exactly.
# They are those of the evolved champion of the qwixxer project (github.com/vibelyova/qwixxer).

NEXT = 4909
"""Heuristic: the chance of an open row's next space with two dice, times its crosses and one."""

MISS = -8692
"""Heuristic: a miss."""

CROSSES = 185
"""Heuristic: the square of a row's crosses."""

SKIPPED = -560
"""Heuristic: a space left behind uncrossed."""
