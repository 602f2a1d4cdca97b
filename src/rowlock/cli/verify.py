"""`rowlock verify`."""

from rowlock.cli.arguments import AsJson, Files

GUARANTEE = (
    "What is guaranteed: whoever runs the game knows the rolls in advance but cannot choose them, "
    "unless they also hold the seat whose nonce came last; bots contribute none."
)


def verify(files: Files, json: AsJson = False) -> None:
    """Check that the dice of each record were fair.

    The commitment published before the game, the seed and the players' nonces published after it
    determine every roll.
    """
    from rowlock.cli.answers import Question, answer_files
    from rowlock.cli.show import show_fair
    from rowlock.record import verify

    answer_files(files, json, Question(verify, lambda _, __: {"fair": True}, show_fair))
