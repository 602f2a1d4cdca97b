# The table: the game itself as a player sees it.

## Rows, spaces and dice. $colour is the letter of a die, or "mixed" for a row of several colours.

table-row = { $colour ->
    [r] red row
    [y] yellow row
    [g] green row
    [b] blue row
   *[mixed] row { $letter }
  }
table-row-object = { $colour ->
    [r] the red row
    [y] the yellow row
    [g] the green row
    [b] the blue row
   *[mixed] row { $letter }
  }
table-space = { $colour ->
    [r] red { $number }
    [y] yellow { $number }
    [g] green { $number }
    [b] blue { $number }
   *[mixed] { $letter } { $number }
  }
table-space-object = { table-space }
table-row-label = { $row }, { $count ->
    [one] { $count } cross
   *[other] { $count } crosses
  }, { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
table-row-crossed = crossed { $numbers }
table-row-locked = locked
table-space-label = { $space }, { $state ->
    [legal] can be crossed
    [lucky] can be crossed with your lucky number
    [crossed] crossed
    [skipped] skipped
    [gone] row locked
   *[open] open
  }
table-dice-white = White dice { $first } and { $second }, sum { $sum }
table-die = { $colour ->
    [r] red die { $face }
    [y] yellow die { $face }
    [g] green die { $face }
    [b] blue die { $face }
   *[other] die { $face }
  }
table-misses = Misses
table-misses-label = { $misses ->
    [one] { $misses } miss of { $most }, { $points } points
   *[other] { $misses } misses of { $most }, { $points } points
  }
table-total = Total
table-lucky-numbers = Lucky numbers
table-bonus-now = Board +{ $bonus }

## The header and its menu

table-title = Table { $code }
table-turn = turn { $turn }
table-home = Home
table-menu = Menu
table-menu-invite = Invite
table-menu-rules = Rules
table-menu-move = Move my seat to another device
table-menu-record = Download the record
table-menu-settings = Settings
table-menu-stop = Stop the game
table-menu-delete = Delete this game
table-menu-expectation = Show the exact expectation
table-menu-expectation-hint = What you score on average if you play perfectly from here. The record says that it was shown.
table-invite-title = Watch, or come back
table-invite-text = Whoever opens this link sees the table. Your own seat needs its own link: “Move my seat”.
table-copy = Copy the link
table-copied = Copied
table-qr = QR code of the link
table-move-title = Move a seat
table-move-text = Open this link on the other device. It works once, and the seat is yours there from then on.
table-move-which = Which seat?
table-stop-title = Stop the game for everybody?
table-stop-text = It cannot go on afterwards, and nobody wins. The record is kept.
table-stop-yes = Stop it
table-stop-no = Play on
table-delete-title = Delete this game?
table-delete-text = It is gone for good then, for everybody: the names, the moves and the record.
table-delete-others = It goes when everybody who played agrees. Not yet: { $names }.
table-delete-record = Download the record first
table-delete-yes = Delete it
table-delete-ask = I want it deleted
table-delete-no = Keep it
table-deletion-wanted = This game is to be deleted. Agreed so far: { $names }.
table-deletion-keep = Keep it after all

## Seats

table-seats = Seats
table-your-seats = Your seats
table-you = you
table-state-active = active
table-state-choosing = choosing…
table-state-thinking = thinking…
table-state-warming = warming up…
table-state-chosen = has chosen
table-state-rolling = rolls
table-state-away = away
table-state-bot = bot
table-state-stand-in = bot plays
table-clock = { $seconds ->
    [one] { $seconds } second left
   *[other] { $seconds } seconds left
  }
table-vote = Let a bot play for { $name } ({ $votes } of { $needed })
table-take-back-text = A bot is playing for { $name }.
table-take-back = Take the seat back
table-enlarge = Show the whole sheet
table-sheet-of = { $name }’s sheet
table-others = Other sheets
table-watching = You are watching

## What is asked now

table-ask-named = { $name }, your choice
table-ask-white = { $can ->
    [true] White { $sum }: cross it, or pass
   *[false] White { $sum }: nothing to cross
  }
table-ask-colour = { $can ->
    [true] White + colour: cross, or pass
   *[false] White + colour: nothing to cross
  }
table-ask-pawn = { $can ->
    [true] Pawn: move 1 to { $reach }, or stay
   *[false] Pawn: nowhere to land
  }
table-detail-white = { $who ->
    [you] In one row. Then you may add a colour die.
   *[other] In one row. Then { $name } may add a colour die.
  }
table-detail-first = Tap a ringed { $sum }. Numbers to its left are then lost.
table-detail-colour = The numbers under the dice are the sums.
table-detail-pawn = It lands where you cross the number, or have it already.
table-or-miss = No cross in this turn is a miss.
table-lucky-now = ★ Lucky { $sum }: or the next space of a row with your fewest crosses.
table-chosen = Chosen: { $move }
table-waiting-for = Waiting for { $names }
table-watch-roll = { $name } rolls next
table-watch-white = White { $sum }: everybody chooses
table-watch-colour = { $name } may add a colour die
table-watch-pawn = { $name } may move the pawn
table-watch-over = The game is over
table-paused = The game is paused
table-paused-until = It goes on when somebody who plays comes back.
table-last-round = { $left ->
    [0] Last round: the game ends now
    [one] Last round: this is the last turn
   *[other] Last round: { $left } turns left
  }
table-one-more-lock = One more locked row ends the game

## Moves

table-pass = Pass
table-do-cross = { $lucky ->
    [true] ★ Cross { $space }
   *[false] Cross { $space }
  }
table-do-pawn = Pawn +{ $steps } to { $space }
table-crosses-nothing = no cross
table-skips = { $count ->
    [1] skips { $numbers }
    [2] skips { $numbers }
    [3] skips { $numbers }
   *[other] skips { $count } numbers
  }
table-locks = locks { $row }
table-miss-costs = miss { $points }
table-ends = ends the game
table-starts-last-round = starts the last round
table-choices = Your choices
table-choose-first = Choose a number, or pass
table-choose-only-pass = Nothing fits: pass
table-choose-pawn = Choose a space, or pass
table-judged = { $best ->
    [true] best choice, { $score } expected
   *[false] { $score } expected
  }
table-undo = Undo
table-change = Change

## The exact expectation, in a game alone

table-expected = Expected with perfect play
table-expected-solving = The exact expectation is being computed:
table-expected-large = This game is too large to be solved in passing. The expectation will be here once this has been run on the server:
table-expected-failed = The exact expectation could not be computed. The server’s log says why.

## What happened

table-log = What happened
table-log-empty = The dice are about to roll.
table-log-turn = Turn { $turn }
table-reveal-white = White dice
table-reveal-colour = Colour die
table-reveal-pawn = Pawn
table-did = { $name }: { $deed }
table-did-cross = { $lucky ->
    [true] ★ { $space }
   *[false] { $space }
  }
table-did-nothing = No crosses
table-did-pass = { $timeout ->
    [true] out of time
   *[false] no cross
  }
table-did-pawn = { $crossed ->
    [true] pawn +{ $steps } to { $space }, crossed
   *[false] pawn +{ $steps } to { $space }
  }
table-news-rolled = { $name } rolls { $first } + { $second }
table-news-locked = { $row } is locked for all, its die is out. Lock: { $names }
table-news-missed = { $name }: miss { $misses } of { $most }
table-news-last-round = { $name }’s pawn is in the finish: everybody else has one more turn
table-news-stood-in = A bot plays for { $name }
table-news-taken-back = { $name } is back

## The board

table-board = The board
table-board-start = Start
table-board-finish = Finish
table-board-pawns = Pawns on the start: { $names }
table-board-space = Space { $position }, { $space }, bonus { $bonus }
table-board-pawn-here = pawn of { $name }
table-board-reach = { $state ->
    [crosses] +{ $steps }: crosses it
    [moves] +{ $steps }: crossed already, only moves
   *[closed] +{ $steps }: may not land
  }

## The end

table-end-won = { $names } won
table-end-you = You won
table-end-tied = A tie: { $names }
table-end-alone = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
table-end-stopped = The game was stopped
table-ended-locks = { $locks } rows are locked: the game is over
table-ended-misses = { $misses } misses: the game is over
table-ended-finish = The last round is over
table-ended-stopped = The game was stopped
table-scores = Points
table-score-name = Name
table-score-winner = winner
table-score-misses = Misses
table-score-bonus = Board
table-score-total = Total
table-rematch = Play again
table-to-rematch = To the new table
table-record = Download the record
table-dice-check = The dice
table-dice-fair = { $rolls ->
    [one] Checked here: the seed fits the commitment, and the roll follows from it.
   *[other] Checked here: the seed fits the commitment, and all { $rolls } rolls follow from it.
  }
table-dice-unfair = This does not fit: { $what }.
table-dice-unfair-commitment = the seed is not the one that was committed to
table-dice-unfair-roll = the roll of turn { $turn } does not follow from the seed
table-dice-unfair-changed = this is not the commitment this browser saw before the start
table-dice-unfair-number = the number of { $name } is not the one this browser gave
table-dice-seen = { $numbers ->
    [0] The commitment is the one this browser saw before the start.
    [one] The commitment is the one this browser saw before the start, and your number is the one it gave.
   *[other] The commitment is the one this browser saw before the start, and your numbers are those it gave.
  }
table-dice-not-seen = This browser was not here before the start, or has not kept what it saw: it cannot tell whether commitment and numbers are still the same.
table-dice-guarantee = The server knows the rolls in advance but cannot choose them, unless it also holds the seat whose nonce came last; bots contribute none.
table-dice-later = The seed is shown at the end of the game.
table-dice-commitment = Commitment, shown before anybody sat down
table-dice-seed = Seed
table-dice-nonces = Nonces by seat
table-dice-show = Commitment, seed and nonces

## Keys on a desktop

table-key-enter = Enter
table-key-escape = Esc

## Why something cannot be done: the rules

table-why-crossed = You have crossed { $space } already.
refusal-game-over = The game is over.
refusal-not-now = { $phase ->
    [roll] The dice are about to roll.
    [over] The game is over.
   *[other] It is not your action now.
  }
refusal-wrong-dice = These dice are not in play.
refusal-not-lucky = The white sum is not one of your lucky numbers.
refusal-row-locked = { $row } is locked for everybody.
refusal-wrong-number = { $phase ->
    [white] The white dice make { $sum }, not { $number }.
    [colour] No white and colour die make { $space }.
    [pawn] Your pawn cannot reach { $space } now.
   *[other] The dice do not make { $number }.
  }
refusal-behind = { $number } is left of your last cross, { $last }: skipped for good.
refusal-not-fewest = You have fewer crosses in another row.
refusal-not-next = Lucky numbers cross the next space: { $next }.
refusal-needs-crosses = { $number } needs { $needs } crosses in this row, you have { $has }.
refusal-pawn-range = The pawn moves 1 to { $reach } free spaces, not past the end.
refusal-pawn-not-crossable = The pawn may not land on { $space }: you have not crossed it and cannot now.

## Why something cannot be done: the table

refusal-bad-message = That was not understood. Load the page again.
refusal-bad-name = A name has 1 to 24 characters.
refusal-name-alike = Somebody here has a name that looks just like this one. Please choose another.
refusal-bad-setup = A table cannot be set up like this.
refusal-no-key = This browser has no key yet. Load the page again.
refusal-no-table = There is no such table.
refusal-no-seat = There is no such seat.
refusal-not-yours = This is not your seat.
refusal-not-creator = Only whoever made the table can do this.
refusal-table-full = The table is full.
refusal-seat-taken = Somebody has taken this seat.
refusal-started = The game has started already.
refusal-not-started = The game has not started yet.
refusal-not-over = The game is not over yet.
refusal-closed = This table is closed.
refusal-not-ready = Somebody at the table is not ready yet.
refusal-stale = That action is over: all choices were in.
refusal-nothing-chosen = Nothing has been chosen yet.
refusal-stood-in = A bot plays for this seat. Take it back first.
refusal-not-absent = This person is here.
refusal-no-more-changes = That was changed here too often. Playing on still works, and whoever made the table can open a new seat before the start.
refusal-deleted = This table was deleted.
refusal-link-used = This link was used already or is too old. Ask for a new one.
refusal-not-solvable = Only a game alone, without a board, has an exact expectation.
refusal-unreadable = This game is damaged and cannot be opened. Please tell whoever runs this server.
refusal-unavailable = The games cannot be reached for the moment. Try again.
refusal-failure = Something went wrong on the server. Try again.
refusal-foreign-origin = This page comes from another address than the server.
refusal-wrong-host = This server does not answer to this address. Ask whoever runs it for the right one.
refusal-bad-token = This token is not one that this server gives.
refusal-too-large = That was too long to be read.
refusal-too-many-requests = That was a lot at once. Wait a moment, then try again.
refusal-too-many-tables = Many tables have been made from here lately. Try again in a while.
refusal-too-many-sits = People from here have sat down at this table many times lately. Try again in a while.
refusal-too-many-sockets = Too many pages are open from here. Close some.
refusal-too-many-messages = This page has sent too much at once. It goes on in a moment.
refusal-too-many-guesses = Many codes that lead to no table were tried from here. Wait a minute, then try again.
