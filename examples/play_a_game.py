"""A whole game between two bots, and its record."""

from random import Random

from rowlock.bots import Player, find_bot, play
from rowlock.dice import seeded_dice
from rowlock.record import Record, write_record
from rowlock.rules import find_variant, start, totals, winners

new_record = Record(start(find_variant("longo"), seats=2), names=("Ada", "Blaise"))
players = [Player(find_bot("cautious"), Random(1)), Player(find_bot("random"), Random(2))]

for record, game in play(new_record, seeded_dice(7, seats=2), players):
    print(f"turn {game.turn}, {game.phase} is due, totals {totals(game)}")
    if game.over:
        print(write_record(record))
        print("won by", [record.names[seat] for seat in winners(game) or ()])
