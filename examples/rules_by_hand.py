"""The rules alone: roll, choose, see what is allowed and what is not."""

from rowlock.rules import PASS, Cross, IllegalMove, find_variant, legal_moves, parse_roll, start

game = start(find_variant("original"), seats=2)
game = game.roll(parse_roll("w41 r3 y2 g6 b6", game.variant.dice))
print("may be crossed:", *legal_moves(game, seat=0))

try:
    game.white([Cross("r", 6), PASS])
except IllegalMove as refused:
    print(refused.code, "-", refused)

game = game.white([Cross("r", 5), PASS])  # all seats choose at once
game = game.colour(Cross("b", 10))  # then the active seat alone
print("turn", game.turn, "of seat", game.active + 1)
