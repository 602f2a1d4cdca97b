# The rules pages, in our own words. Numbers come from the game, so one text serves all of them.

rules-play = Play it
rules-next = Where to go from here

rules-aim-title = What it is about
rules-aim = Cross off as many numbers as you can. Each further cross in a row is worth more than the one before. Whoever has the most points at the end wins.

rules-order-title = From left to right
rules-order = You cross each row from left to right. You may leave numbers out, but whatever lies left of your last cross is gone for good.
rules-order-caption = { $crossed } are crossed: { $skipped } are gone, everything from { $next } on is still open.

rules-white-title = The white dice are for everybody
rules-white = Whoever’s turn it is rolls all the dice. Then everybody at once, whoever rolled, may cross the sum of the two white dice in one row, or pass.
rules-white-caption = { $first } and { $second } make { $sum }: each player may cross one of the ringed spaces.

rules-colour-title = A colour die is for whoever rolled
rules-colour = After that, only the player whose turn it is may add one white die to one colour die, and cross that sum in the colour of the die. Or pass.
rules-colour-caption =
    { $colour ->
        [r] The red die
        [y] The yellow die
        [g] The green die
       *[b] The blue die
    } shows { $face }: with one white die it makes { $first }, with the other { $second }.

rules-pawn-title = Then you may move your pawn
rules-pawn = As a third action in your own turn, move your pawn ahead 1 to { $reach } spaces. Spaces where other pawns stand do not count, you step over them. The space you land on names a number: you must cross it, by all the usual rules.
rules-pawn-crossed = If you have crossed that number already, you may land there too, but it is no new cross. If it can neither be crossed nor is crossed, you cannot land there.
rules-pawn-caption = From the start, the pawn can go to any of the first { $reach } spaces. The farther it gets, the more points it brings.

rules-lucky-title = Lucky numbers
rules-lucky = Every sheet has two lucky numbers. If the sum of the white dice is one of yours, you may cross something better instead of that sum: the very next space in the row where you have the fewest crosses.
rules-lucky-limits = It works for everybody, on every roll, as often as it comes up, but only with the white dice. Between rows with equally few crosses you choose.
rules-lucky-caption = { $first } and { $second } make { $sum }, a lucky number here. Two rows are empty, so their first spaces may be crossed.

rules-miss-title = Nothing crossed is a miss
rules-miss = If you cross nothing at all in your own turn, you mark a miss, which costs { $points } points. In the turns of others you may pass as often as you like.

rules-lock-title = Locking a row
rules-lock =
    { $ends ->
        [one] The last number of a row needs at least { $needs } crosses before it.
       *[other] Any of the last { $ends } numbers of a row needs at least { $needs } crosses before it.
    } Crossing it locks the row: you cross the lock as well, which counts as one more cross. Now the row is closed for everybody, and its die leaves the game.
rules-lock-together = If several players can lock the row with the same white sum, all of them may, and all get the lock.
rules-lock-caption = { $needs } crosses, then the last number and the lock: the row counts { $crosses } crosses.

rules-end-title = The end
rules-end = The game is over at once when { $locks } rows are locked, or when somebody marks miss number { $misses }.
rules-end-finish = It also ends when a pawn reaches one of the last { $finish } spaces of the board: every other player then has one more turn.

rules-score-title = Points
rules-score = A row is worth more with every cross, its lock included. Each miss takes { $points } points away.
rules-score-bonus = Your pawn adds the points of the space it stands on, up to { $most }.
rules-crosses = { $count } ✕
