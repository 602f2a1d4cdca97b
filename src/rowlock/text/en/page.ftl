# Everything around the table: first page, lobby, settings, connection.

## Names

game-original = Original
game-on-board = On Board
game-longo = Longo
game-mixx-a = Mixx A
game-mixx-b = Mixx B
game-original-line = The classic: four rows, six dice, everybody plays on every roll.
game-on-board-line = The classic with a pawn: a third action, and bonus points for how far it gets.
game-longo-line = Rows up to 16, eight-sided dice, and two lucky numbers of your own.
game-mixx-a-line = The classic with several colours in every row.
game-mixx-b-line = The classic with the numbers of every row shuffled.
game-with-side = { $game }, side { $side }

bot-random = Random
bot-cautious = Cautious
bot-heuristic = Clever
bot-planner = Planner
bot-easy = Easy
bot-medium = Medium
bot-hard = Hard
bot-master = Master
bot-grandmaster = Grandmaster
bot-easy-line = Plays for fun and overlooks a lot.
bot-medium-line = Like a friend at the kitchen table.
bot-hard-line = Knows the odds and seldom slips.
bot-master-line = Watches your sheet, and plays to win.
bot-grandmaster-line = Thinks ahead. You will need luck, too.

player-name = Player
you = You
seat-open = Open seat

## Everywhere

close = Close
join = Join
menu = Menu
rules = Rules
rules-of = How to play { $game }
settings = Settings
settings-language = Language
settings-theme = Colours
theme-system = Like the device
theme-light = Light
theme-dark = Dark
your-name = Your name
fewer = Fewer: { $what }
more = More: { $what }
page-title = Table { $code }
privacy = What this site keeps
for-programs = For programs
unofficial = Rowlock is an unofficial, open-source project. It is not affiliated with or endorsed by the makers of Qwixx; Qwixx is a trademark of its publisher.

## First page

home-title = Roll, cross, lock.
home-lead = A quick dice game where nobody waits: everyone may use every roll.
continue = Continue where you left off
your-turn = Your turn
not-started = Not started yet
turn-number = Turn { $turn }
show-all = Show all ({ $count })
finished-games = Finished games
tables-left-out = Only { $count } of your tables are listed here. The link of any other still leads to it.
stopped-on = stopped, { $day }
choose-game = Game
play-now = Play now
play-now-hint = against two bots, at once
level-chosen = Strength of the bots: { $bot }
invite-friends = Invite friends
invite-friends-hint = by link, code or QR
join-by-code = Somebody invited you?
code-of-table = Code of the table
open-tables = Tables open to all
seats-free =
    { $count ->
        [one] 1 seat free
       *[other] { $count } seats free
    }

## New table

new-table = New table
name-of-person = Name of person { $number } at this device
name-needed = Type a name first.
board-side = Side of the board
lucky-numbers = Lucky numbers
lucky-dealt = Dealt at random
lucky-chosen = Each chooses
who-plays = Who plays
people-here = At this device
people-here-hint = You, and others who share it
friends-online = Friends elsewhere
friends-online-hint = Seats that stay empty are taken away
bots = Bots
bots-hint = More can join later
level-of-bots = Strength of the bots
clock = Clock
clock-none = No clock
clock-relaxed = Relaxed
clock-quick = Quick
clock-none-line = no clock
clock-seconds = { $seconds } s for each choice
autopass = Pass by itself
autopass-hint = when there is nothing to cross
listed = Open to all
listed-hint = Anybody who visits this site may join
listed-short = open to all
open-table = Open the table
start-game = Start the game

## Before the start

lucky-dealt-line = lucky numbers dealt
lucky-chosen-line = each chooses lucky numbers
side-is = side { $side }
qr-alt = QR code of the link to this table
invite-how = Scan, send the link, or say the code.
link-to-table = Link to this table
copy-link = Copy link
copied = Copied
share = Share
invitation = Come and play { $game } with me.
seats = Seats
arrange = Change seats
arrange-done = Done
seat-yours = you
seat-bot = bot
seat-creator = host
seat-away = not here
seat-not-ready = not ready yet
seat-lucky = lucky { $low } and { $high }
seat-up = Move { $name } up
seat-down = Move { $name } down
seat-remove = Remove { $name }
seat-rename = Rename { $name }
seat-leave = Leave: { $name }
rename = Rename
leave = Leave
new-name = New name
lucky-pick = Lucky numbers of { $name }
add-bot = + Bot
add-open = + Open seat
add-here = + Someone at this device
name-here = Name of who plays at this device too
sit-down = Sit down
take-a-seat = Take a seat
invited-by = { $name } invites you to play
full-watch = All seats are taken. You can stay and watch.
fair-dice = Dice you can check
fair-dice-how = The rolls come from a secret seed together with a random number from each player’s device. This fingerprint fixes the seed before the game starts; the seed itself is shown at the end, and anyone can check that every roll follows from it.
close-table = Close this table
close-table-yes = Yes, close it for everybody
delete-table = Delete it for good
keep-table = Keep it
closed-table = This table was closed
closed-hint = Whoever opened it closed it before the game began.
start-solo = Play alone
start-open =
    { $count ->
        [one] 1 player is here; empty seats are taken away at the start.
       *[other] { $count } players are here; empty seats are taken away at the start.
    }
start-alone = Waiting for others to sit down.
start-waits = Waiting for { $names }
start-empty = Somebody must sit down first.
wait-for-start = { $name } starts the game.
wait-for-somebody = The game starts when whoever opened the table says so.

## When something is missing

connecting = Coming to the table…
connection-lost = Connection lost. Trying again…
unreachable = The server does not answer. Trying again…
unavailable = Games out of reach for now. Trying again…
deleted-table = This table is gone
deleted-hint = It was deleted, with everything that was kept of it.
no-table = There is no such table
no-table-hint = Nobody has opened a table { $code }. Check the code, or ask for the link again.
nowhere = There is nothing here
nowhere-hint = The address leads to no page of ours.
claim-working = Taking over your seat…
claim-failed = This link leads to no seat
refusal-connection-lost = The connection was lost. Look whether it was done, and try again if not.
refusal-unknown = That did not work. Load the page again, then try once more.
