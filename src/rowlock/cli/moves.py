"""`rowlock moves`."""

from rowlock.cli.arguments import AsJson, Files


def moves(files: Files, json: AsJson = False) -> None:
    """Show who may do what at the end of each record.

    Moves are written as in records: r5 crosses red 5, g16* does it by a lucky number, +3 advances
    the pawn, - passes.
    """
    from rowlock.cli.answers import Question, answer_files
    from rowlock.cli.show import show_moves
    from rowlock.record import moves_view, replay

    answer_files(files, json, Question(replay, lambda _, game: moves_view(game), show_moves))
