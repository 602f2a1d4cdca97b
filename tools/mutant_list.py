"""The rules that are changed, file by file: in plain words, the text that goes, what comes."""

MUTANTS: dict[str, list[tuple[str, str, str]]] = {
    "variant.py": [
        (
            "15 does not lock a Longo row",
            "self.all_bits & ~(self.all_bits >> self.ends)",
            "self.all_bits & ~(self.all_bits >> 1)",
        ),
        (
            "one number more than the last ones locks",
            "self.all_bits & ~(self.all_bits >> self.ends)",
            "self.all_bits & ~(self.all_bits >> self.ends + 1)",
        ),
        (
            "the lock is no cross of its own",
            "return 1 << len(self.spaces)\n",
            "return 1 << len(self.spaces) - 1\n",
        ),
        (
            "the last six spaces of the path start the end",
            "pawn > len(self.path) - self.finish",
            "pawn >= len(self.path) - self.finish",
        ),
        (
            "the last four spaces of the path start the end",
            "pawn > len(self.path) - self.finish",
            "pawn > len(self.path) - self.finish + 1",
        ),
        ("a miss costs four points", "miss_points: int = -5", "miss_points: int = -4"),
        ("the third miss ends the game", "misses: int = 4", "misses: int = 3"),
        ("only a fifth miss ends the game", "misses: int = 4", "misses: int = 5"),
        ("the first locked row ends the game", "locks: int = 2", "locks: int = 1"),
        ("only a third locked row ends the game", "locks: int = 2", "locks: int = 3"),
        (
            "the pawn action comes before the colour action",
            "(Phase.WHITE, Phase.COLOUR, *((Phase.PAWN,) if self.board else ()))",
            "(Phase.WHITE, *((Phase.PAWN,) if self.board else ()), Phase.COLOUR)",
        ),
        (
            "the colour action comes before the white action",
            "(Phase.WHITE, Phase.COLOUR, *(",
            "(Phase.COLOUR, Phase.WHITE, *(",
        ),
        (
            "there is no pawn action",
            "(Phase.WHITE, Phase.COLOUR, *((Phase.PAWN,) if self.board else ()))",
            "(Phase.WHITE, Phase.COLOUR)",
        ),
        (
            "the white sum can be crossed in the first row only",
            "for (_, number), place in self.places.items():\n",
            "for (_, number), place in list(self.places.items())[: len(self.rows[0].spaces)]:\n",
        ),
        (
            "a colour die is for the row whose lock takes it, whatever colour a space has",
            "found[colour].setdefault(number, [])",
            "found[self.rows[place.row].die].setdefault(number, [])",
        ),
        (
            "the dice of locked rows stay in play",
            "if die not in self._dice_gone(locked))",
            "if die not in ())",
        ),
        (
            "only the lock of the first row takes a die out",
            "row.die for row in self.rows_in(locked)",
            "row.die for row in self.rows_in(locked & 1)",
        ),
    ],
    "catalogue.py": [
        (
            "the lock needs four crosses",
            '_variant("original", _colour_rows(_up_and_down(12), ends=1, needs=5))',
            '_variant("original", _colour_rows(_up_and_down(12), ends=1, needs=4))',
        ),
        (
            "the lock needs six crosses",
            '_variant("original", _colour_rows(_up_and_down(12), ends=1, needs=5))',
            '_variant("original", _colour_rows(_up_and_down(12), ends=1, needs=6))',
        ),
        (
            "either of the last two numbers locks in the original",
            "_colour_rows(_up_and_down(12), ends=1, needs=5)",
            "_colour_rows(_up_and_down(12), ends=2, needs=5)",
        ),
        (
            "the Longo lock needs five crosses",
            "_colour_rows(_up_and_down(16), ends=2, needs=6)",
            "_colour_rows(_up_and_down(16), ends=2, needs=5)",
        ),
        (
            "the Longo lock needs seven crosses",
            "_colour_rows(_up_and_down(16), ends=2, needs=6)",
            "_colour_rows(_up_and_down(16), ends=2, needs=7)",
        ),
        (
            "any of the last three numbers locks in Longo",
            "_colour_rows(_up_and_down(16), ends=2, needs=6)",
            "_colour_rows(_up_and_down(16), ends=3, needs=6)",
        ),
        ("Longo rows end at 15", "_up_and_down(16)", "_up_and_down(15)"),
        ("Longo dice have nine faces", "faces=8,", "faces=9,"),
        ("10 and 12 are a lucky pair", "(10, 13)", "(10, 12)"),
        (
            "green runs upwards",
            '("g", down)',
            '("g", up)',
        ),
        (
            "the lock of a mixed row needs four crosses",
            "ends=1, needs=5, die",
            "ends=1, needs=4, die",
        ),
        (
            "the lock of a mixed row takes the die of its first space",
            "die=spaces[-1].colour",
            "die=spaces[0].colour",
        ),
        ("row d of Mixx A turns yellow one space later", "r10-7 y6-5", "r10-6 y5-5"),
        ("two numbers of a Mixx B row are swapped", "(10, 6, 2, 8, 3, 4", "(10, 6, 8, 2, 3, 4"),
        (
            "the first cross of a row is worth nothing",
            "n * (n + 1) // 2",
            "n * (n - 1) // 2",
        ),
        (
            "the bonus of the path is rounded down",
            "tuple((position + 1) // 2 for",
            "tuple(position // 2 for",
        ),
        ("a pawn advances up to six spaces", "reach=5", "reach=6"),
        ("a pawn advances up to four spaces", "reach=5", "reach=4"),
        ("five can play On Board", "seats=4,", "seats=5,"),
        ("six can play", "SEATS = 5", "SEATS = 6"),
        ("two spaces of side A are swapped", '"y2 r3 g12 b12 g10', '"y2 g12 r3 b12 g10'),
        ("two spaces of side B are swapped", "r12 g3 y12 b4", "r12 g3 b4 y12"),
        (
            "the colour dice of red and yellow are exchanged",
            "Space(letter, n)",
            'Space({"r": "y", "y": "r"}.get(letter, letter), n)',
        ),
    ],
    "boards.py": [
        (
            "side B is played on side A",
            "return on_path(variant, sides[side])",
            "return on_path(variant, variant.sides[0][1])",
        ),
        (
            "a path of one's own is played backwards",
            "for space in spaces))",
            "for space in reversed(spaces)))",
        ),
        (
            "the first space of a path of one's own is that of side A",
            "board=replace(_board(variant), path=path)",
            "board=replace(_board(variant), path=(_board(variant).path[0], *path[1:]))",
        ),
        (
            "every path is taken for a printed side",
            "if path == path_text(variant)), None)",
            "if path), None)",
        ),
    ],
    "row.py": [
        (
            "the space right of the last cross cannot be crossed",
            "return space < bits.bit_length()",
            "return space <= bits.bit_length()",
        ),
        (
            "a skipped space is not refused",
            "return space < bits.bit_length()",
            "return is_crossed(bits, space)",
        ),
        (
            "a skipped space is listed",
            "row.all_bits >> bits.bit_length() << bits.bit_length()",
            "row.all_bits & ~bits",
        ),
        (
            "one cross fewer is enough for a listed lock",
            "ahead if bits.bit_count() >= row.needs else",
            "ahead if bits.bit_count() >= row.needs - 1 else",
        ),
        (
            "one cross more is needed for a listed lock",
            "ahead if bits.bit_count() >= row.needs else",
            "ahead if bits.bit_count() > row.needs else",
        ),
        (
            "one cross more is needed by whoever tries to lock",
            "bits.bit_count() < row.needs",
            "bits.bit_count() <= row.needs",
        ),
        (
            "one cross fewer is enough for whoever tries to lock",
            "bits.bit_count() < row.needs",
            "bits.bit_count() < row.needs - 1",
        ),
        (
            "an end number does not cross its lock",
            "(row.lock_bit if bit & row.end_bits else 0)",
            "0",
        ),
        (
            "crosses are counted with the spaces skipped between them",
            "return bits.bit_count()\n",
            "return bits.bit_length()\n",
        ),
        (
            "the next space is the first one without a cross",
            '"""The space directly right of the rightmost cross."""\n    return bits.bit_length()',
            "return (~bits & (bits + 1)).bit_length() - 1",
        ),
    ],
    "sheet.py": [
        ("a miss is marked twice", "self.misses + 1", "self.misses + 2"),
        (
            "a cross wipes out the misses",
            "Sheet(rows, self.misses, self.pawn, self.lucky)",
            "Sheet(rows, 0, self.pawn, self.lucky)",
        ),
        (
            "a cross sends the pawn back to the start field",
            "Sheet(rows, self.misses, self.pawn, self.lucky)",
            "Sheet(rows, self.misses, self.pawn and 0, self.lucky)",
        ),
        (
            "lucky numbers are lost by a cross",
            "Sheet(rows, self.misses, self.pawn, self.lucky)",
            "Sheet(rows, self.misses, self.pawn)",
        ),
        (
            "lucky numbers are lost by a miss",
            "Sheet(self.rows, self.misses + 1, self.pawn, self.lucky)",
            "Sheet(self.rows, self.misses + 1, self.pawn)",
        ),
        (
            "moving the pawn wipes out the misses",
            "Sheet(self.rows, self.misses, pawn, self.lucky)",
            "Sheet(self.rows, 0, pawn, self.lucky)",
        ),
        (
            "only the last of a sheet's locks counts",
            "locked |= 1 << index",
            "locked = 1 << index",
        ),
        ("pawns start on the first space", "pawn=0 if variant.board", "pawn=1 if variant.board"),
        (
            "only the last seat's locks close rows at the start",
            "locked |= sheet.locks(variant)",
            "locked = sheet.locks(variant)",
        ),
    ],
    "roll.py": [
        (
            "the white sum is twice the first die",
            "self.white[0] + self.white[1]\n",
            "self.white[0] + self.white[0]\n",
        ),
        (
            "the second white die is read as the first",
            "return int(found[1]), int(found[2])",
            "return int(found[1]), int(found[1])",
        ),
        (
            "the white dice may be written twice",
            "for token in others]",
            "for token in others if token != white]",
        ),
        (
            "dice keep the order they were named in",
            "return Roll(self.white, tuple(colours))",
            "return self if colours else Roll(self.white, ())",
        ),
    ],
    "move.py": [
        ("a lucky cross is read as a plain one", 'found[3] == "*"', "False"),
        ("a lucky cross is written as a plain one", "'*' if self.lucky else ''", "''"),
        (
            "a pawn move is read one step too long",
            "Advance(read_number(found[1]))",
            "Advance(read_number(found[1]) + 1)",
        ),
        (
            "a number may be written with a leading zero",
            'r"(0|[1-9][0-9]*)"',
            'r"([0-9]+)"',
        ),
    ],
    "offers.py": [
        (
            "two pawns may stand on one space",
            "if space not in others)",
            "if others)",
        ),
        (
            "other pawns count as steps",
            "range(pawn + 1, len(board.path) + 1)",
            "range(pawn + 1, min(pawn + board.reach, len(board.path)) + 1)",
        ),
        (
            "only pawns of earlier seats are stepped over",
            "if index != seat}",
            "if index < seat}",
        ),
        (
            "a pawn cannot reach the last space",
            "range(pawn + 1, len(board.path) + 1)",
            "range(pawn + 1, len(board.path))",
        ),
        (
            "a pawn may stay where it is",
            "range(pawn + 1, len(board.path) + 1)",
            "range(max(pawn, 1), len(board.path) + 1)",
        ),
        (
            "the space before the one landed on counts",
            "board.path[position - 1]",
            "board.path[position - 2]",
        ),
        (
            "lucky works in the colour action",
            "if lucky is None or game.phase is not Phase.WHITE or game.rolled is None:",
            "if lucky is None or game.rolled is None:",
        ),
        (
            "the lucky numbers of the first seat are everybody's",
            "lucky = game.sheets[seat].lucky",
            "lucky = game.sheets[0].lucky",
        ),
        (
            "only the active seat may be lucky",
            "return game.rolled.white_sum in lucky",
            "return game.rolled.white_sum in lucky and seat == game.active",
        ),
        (
            "only the first number of a pair is lucky",
            "return game.rolled.white_sum in lucky",
            "return game.rolled.white_sum == lucky[0]",
        ),
        (
            "fewest is taken over all rows",
            "min((crosses(rows[index]) for index in unlocked), default=0)",
            "min(crosses(bits) for bits in rows)",
        ),
        (
            "lucky works where the crosses are most",
            "min((crosses(rows[index]) for index in unlocked), default=0)",
            "max((crosses(rows[index]) for index in unlocked), default=0)",
        ),
        (
            "lucky works in the first of several fewest rows only",
            "if crosses(rows[index]) == fewest]",
            "if crosses(rows[index]) == fewest][:1]",
        ),
        (
            "only the first white die goes with a colour die",
            "for white in game.rolled.white:",
            "for white in game.rolled.white[:1]:",
        ),
        (
            "both white dice go with a colour die",
            "white + face",
            "game.rolled.white_sum + face",
        ),
        (
            "a die that left in the white action still counts in the colour action",
            "if letter in in_play:",
            "if in_play:",
        ),
        (
            "the colour action offers the white sum as well",
            "offered, in_play = list(game.variant.no_spaces), game.dice_in_play",
            "offered, in_play = list(_white_spaces(game)), game.dice_in_play",
        ),
    ],
    "legal.py": [
        (
            "precedence: row-locked after wrong-number",
            "codes.append(Code.WRONG_NUMBER)",
            "codes.insert(0, Code.WRONG_NUMBER)",
        ),
        (
            "precedence: behind before wrong-number",
            "codes.append(Code.BEHIND)",
            "codes.insert(0, Code.BEHIND)",
        ),
        (
            "precedence: needs-crosses before wrong-number",
            "    if _lacks_crosses(game, seat, place):\n        codes.append(",
            "    if _lacks_crosses(game, seat, place):\n        codes.insert(0, ",
        ),
        (
            "precedence: row-locked before not-lucky",
            "codes.append(Code.ROW_LOCKED)",
            "codes.insert(0, Code.ROW_LOCKED)",
        ),
        (
            "precedence: not-fewest before not-lucky",
            "codes.append(Code.NOT_FEWEST)",
            "codes.insert(0, Code.NOT_FEWEST)",
        ),
        (
            "precedence: not-next before not-fewest",
            "codes.append(Code.NOT_NEXT)",
            "codes.insert(0, Code.NOT_NEXT)",
        ),
        (
            "a number the row does not have is only row-locked in a locked row",
            "return [*codes, Code.WRONG_NUMBER]",
            "return codes or [Code.WRONG_NUMBER]",
        ),
        (
            "a row locked in the white action is still usable in the colour action",
            "codes = [Code.ROW_LOCKED] if game.is_locked(row) else []",
            "locked = game.is_locked(row) and game.phase is Phase.WHITE\n"
            "    codes = [Code.ROW_LOCKED] if locked else []",
        ),
        (
            "locked rows are listed",
            "is_open = offered and not game.is_locked(index)",
            "is_open = offered",
        ),
        (
            "the dice need not give the number",
            "if offered is not None and not is_crossed(offered[row], place.space):",
            "if offered is None:",
        ),
        (
            "a lucky cross is allowed in any open row",
            "elif row not in fewest_rows(game, seat):",
            "elif row < 0:",
        ),
        (
            "a lucky cross may skip spaces",
            "place.space != next_space(",
            "place.space < next_space(",
        ),
        (
            "a lucky cross locks without the crosses",
            "elif _lacks_crosses(game, seat, place):",
            "elif place is None:",
        ),
        (
            "a lucky cross on an end number is listed without the crosses",
            "if can_cross(game, seat, place)}",
            "}",
        ),
        (
            "the pawn crosses in locked rows too",
            "return not game.is_locked(place.row) and is_crossed(",
            "return is_crossed(",
        ),
        (
            "a pawn may not land on a number crossed already",
            "return is_crossed(bits, place.space) or can_cross(game, seat, place)",
            "return not is_crossed(bits, place.space) and can_cross(game, seat, place)",
        ),
        (
            "a pawn may not land on a crossed number of a locked row",
            "return is_crossed(bits, place.space) or can_cross(game, seat, place)",
            "return can_cross(game, seat, place) or (\n"
            "        is_crossed(bits, place.space) and not game.is_locked(place.row)\n"
            "    )",
        ),
        (
            "a pawn may land on a number behind the last cross",
            "return is_crossed(bits, place.space) or can_cross(game, seat, place)",
            "return place.space < next_space(bits) or can_cross(game, seat, place)",
        ),
        (
            "a pawn may advance by no space",
            "if not 1 <= move.steps <= len(landings):",
            "if not 0 <= move.steps <= len(landings):",
        ),
        (
            "a pawn may move in any action",
            "return phase is Phase.PAWN or not isinstance(move, Advance)",
            "return bool(phase)",
        ),
        (
            "the pawn action may be used for a plain cross",
            "return phase is not Phase.PAWN",
            "return bool(phase)",
        ),
        (
            "seats that are not to act have moves too",
            "if seat not in game.acting:",
            "if not game.acting:",
        ),
        (
            "who can cross must cross",
            "return [*_cross_moves(game, seat), PASS]",
            "return list(_cross_moves(game, seat)) or [PASS]",
        ),
        (
            "a pawn that can advance must advance",
            "return [*_pawn_moves(game, seat), PASS]",
            "return list(_pawn_moves(game, seat)) or [PASS]",
        ),
        (
            "moves are judged after the end as before it",
            "return [Code.GAME_OVER]\n    return []",
            "return []\n    return []",
        ),
        (
            "a space that a lucky number opens is closed",
            "if codes and place not in lucky:",
            "if codes:",
        ),
    ],
    "game.py": [
        (
            "play goes round the other way",
            "(self.first + self.turn - 1) % len(self.sheets)",
            "(self.first - self.turn + 1) % len(self.sheets)",
        ),
        (
            "seat 1 always begins",
            "(self.first + self.turn - 1) % len(self.sheets)",
            "(self.turn - 1) % len(self.sheets)",
        ),
        (
            "only the active seat takes part in the white action",
            "return range(len(self.sheets))",
            "return (self.active,)",
        ),
        (
            "everybody takes part in the colour action",
            "if self.phase is Phase.WHITE:",
            "if self.phase in (Phase.WHITE, Phase.COLOUR):",
        ),
        (
            "a lock closes the row to the seats after it in the same white action",
            "codes = objections(self, seat, move)",
            "locked = self.locked | sheets[seat - 1].locks(self.variant)\n"
            "                codes = objections(self._replace(locked=locked), seat, move)",
        ),
        (
            "illegal moves are played",
            "                if codes:",
            "                if codes == [Code.NOT_NOW]:",
        ),
        (
            "only a cross in the last action avoids the miss",
            "crossed = self.crossed or sheets[active].rows != self.sheets[active].rows",
            "crossed = sheets[active].rows != self.sheets[active].rows",
        ),
        (
            "a cross in every action is needed to avoid the miss",
            "crossed = self.crossed or sheets[active].rows != self.sheets[active].rows",
            "crossed = (self.crossed or self.phase is Phase.WHITE) and (\n"
            "            sheets[active].rows != self.sheets[active].rows\n"
            "        )",
        ),
        (
            "a pawn move without a cross avoids the miss",
            "crossed = self.crossed or sheets[active].rows != self.sheets[active].rows",
            "crossed = self.crossed or sheets[active] != self.sheets[active]",
        ),
        (
            "a cross of any seat avoids the miss",
            "crossed = self.crossed or sheets[active].rows != self.sheets[active].rows",
            "crossed = self.crossed or [s.rows for s in sheets] != [s.rows for s in self.sheets]",
        ),
        (
            "the active seat misses in an ended white action",
            "            return self._ended(sheets, locked, Reason.LOCKS)",
            "            after = list(sheets)\n"
            "            after[active] = sheets[active] if crossed else sheets[active].missed()\n"
            "            return self._ended(tuple(after), locked, Reason.LOCKS)",
        ),
        (
            "locks end the game only when the turn is over",
            "if locked.bit_count() >= self.variant.locks:",
            "last = self.phase is self.variant.actions[-1]\n"
            "        if last and locked.bit_count() >= self.variant.locks:",
        ),
        (
            "exactly two locked rows end the game, three do not",
            "if locked.bit_count() >= self.variant.locks:",
            "if locked.bit_count() == self.variant.locks:",
        ),
        (
            "only the active seat's lock closes a row",
            "locked |= after.locks(self.variant)",
            "locked |= sheets[active].locks(self.variant)",
        ),
        (
            "every seat marks the miss",
            "sheets = (*sheets[:active], sheets[active].missed(), *sheets[active + 1 :])",
            "sheets = tuple(sheet.missed() for sheet in sheets)",
        ),
        (
            "nobody marks a miss",
            "        if not crossed:",
            "        if crossed is None:",
        ),
        (
            "the finish is the reason before the fourth miss",
            "if sheets[active].misses >= self.variant.misses:",
            "if sheets[active].misses >= self.variant.misses and last_turn != self.turn:",
        ),
        (
            "a later pawn extends the end",
            "if self.last_turn is None and board and sheet.pawn",
            "if board and sheet.pawn",
        ),
        (
            "who finished first has one more turn",
            "self.turn + len(self.sheets) - 1\n",
            "self.turn + len(self.sheets)\n",
        ),
        (
            "the last of the other seats has no more turn",
            "self.turn + len(self.sheets) - 1\n",
            "self.turn + max(len(self.sheets) - 2, 0)\n",
        ),
        (
            "the finish is forgotten with the turn",
            "locked=locked, last_turn=last_turn",
            "locked=locked",
        ),
        (
            "locked rows open again with the next turn",
            "locked=locked, last_turn=last_turn",
            "last_turn=last_turn",
        ),
        ("a die may show 0", "min(faces) >= 1", "min(faces) >= 0"),
        (
            "a die may show one more than its faces",
            "max(faces) <= self.variant.faces",
            "max(faces) <= self.variant.faces + 1",
        ),
        (
            "a colour die may be rolled twice",
            "roll.letters == self.dice_in_play",
            "set(roll.letters) == set(self.dice_in_play)",
        ),
        (
            "a colour die may be left out of a roll",
            "roll.letters == self.dice_in_play",
            "set(roll.letters) <= set(self.dice_in_play)",
        ),
        (
            "the pawn crosses nothing",
            "return moved if crossed_before else moved.crossed(self.variant, place)",
            "return moved",
        ),
        (
            "a roll is taken while an action is due",
            "if self.phase is not Phase.ROLL:",
            "if self.over:",
        ),
        (
            "the colour action may be taken in place of the white one",
            "if self.phase is not phase and not self.over:",
            "if self.phase not in self.variant.actions and not self.over:",
        ),
    ],
    "score.py": [
        ("misses are no loss", "sheet.misses * variant.miss_points", "0"),
        (
            "the lock does not score",
            "tuple(variant.points[crosses(bits)] for bits in sheet.rows)",
            "tuple(\n"
            "            variant.points[crosses(bits & row.all_bits)]\n"
            "            for row, bits in zip(variant.rows, sheet.rows, strict=True)\n"
            "        )",
        ),
        (
            "the bonus of the path is left out of the total",
            "sum(self.rows) + self.misses + self.bonus",
            "sum(self.rows) + self.misses",
        ),
        (
            "the bonus is that of the space before",
            "variant.board.bonus[sheet.pawn] if",
            "variant.board.bonus[max(sheet.pawn - 1, 0)] if",
        ),
        ("the lowest total wins", "if score == max(scores))", "if score == min(scores))"),
        (
            "the first of equal totals wins alone",
            "tuple(seat for seat, score in enumerate(scores) if score == max(scores))",
            "(scores.index(max(scores)),)",
        ),
        ("there are winners before the end", "if not game.over:", "if not game.sheets:"),
    ],
    "setup.py": [
        ("nobody plays alone", "if not 1 <= seats", "if not 2 <= seats"),
        (
            "one seat more can play",
            "<= seats <= variant.seats:",
            "<= seats <= variant.seats + 1:",
        ),
        (
            "all seats are dealt the same lucky pair",
            "variant.lucky[:seats]",
            "variant.lucky[:1] * seats",
        ),
        ("there may be more lucky pairs than seats", "len(pairs) != seats", "len(pairs) < seats"),
        (
            "the first seat begins whoever is drawn",
            "for pair in pairs or [None] * seats], first)",
            "for pair in pairs or [None] * seats])",
        ),
        (
            "a lock on a sheet does not close its row at the start",
            "locked |= lock_crosses(variant, sheets)",
            "locked |= 0",
        ),
        (
            "a game may start with two rows locked",
            "locked.bit_count() >= variant.locks",
            "locked.bit_count() > variant.locks",
        ),
        (
            "both lucky numbers may be the same",
            "if len(set(pair)) != 2 or not all(",
            "if not all(",
        ),
        ("1 may be a lucky number", "low, high = 2, 2", "low, high = 1, 2"),
        ("a game may start with four misses", "sheet.misses < variant", "sheet.misses <= variant"),
        (
            "a lock at the start may be without an end number",
            "if bool(ends) != has_lock(row, bits):",
            "if bool(ends) and not has_lock(row, bits):",
        ),
        (
            "an end number at the start may be without its lock",
            "if bool(ends) != has_lock(row, bits):",
            "if has_lock(row, bits) and not ends:",
        ),
        (
            "a lock at the start needs no crosses",
            "if ends and not any(qualified):",
            "if not ends and any(qualified):",
        ),
        (
            "two pawns may start on one space",
            "if len(set(moved)) != len(moved):",
            "if len(set(moved)) > len(moved):",
        ),
        (
            "a pawn may start on the last five spaces",
            "0 <= pawn <= len(board.path) - board.finish for",
            "0 <= pawn <= len(board.path) for",
        ),
        (
            "only one pawn may be on the start field",
            "moved = [pawn for pawn in standing if pawn]",
            "moved = standing",
        ),
    ],
}
