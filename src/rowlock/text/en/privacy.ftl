# What the server keeps, for how long, and how to delete it. True to the code, not only to the wish.

privacy-lead = Your games, and the names typed for them, so that you can come back. There is no sign-up, and nothing else about you is kept.

privacy-server-title = On the server
privacy-server-game = For every table: the game, its settings, and all that happened there, with the time.
privacy-server-name = The names typed for its seats. Whoever has the link to a table sees them, so any name will do.
privacy-server-key = For every seat, a fingerprint (SHA-256) of a random key that only your browser has. It tells that the seat is yours, and nothing else.
privacy-server-dice = The random numbers that the dice come from.

privacy-browser-title = In your browser
privacy-browser-cookie = One cookie with that random key. It goes to this server only, no script can read it, and it ends 400 days after your last visit.
privacy-browser-settings = Your name, language, colours and the games you chose last, and what your browser saw before a game, to check the dice by. Until you close its tab, also a move you picked and have not sent. You can delete all of it in the settings of your browser; then no seat is yours any more.

privacy-not-title = Not kept
privacy-not-account = No account, e-mail address or password: there are none.
privacy-not-address = Your network address is stored with no game. A table that is listed for everybody has, until it begins, a number made from the address, which some 65,000 others share, so that nobody fills the list alone. The server counts for a while, in memory, how much each address asks for, so that there is enough for all. In its log an address is shortened, if it is there at all.
privacy-not-tracker = No trackers, no advertisements, nothing from other sites: the page loads from this server only.

privacy-time-title = For how long
privacy-time-lobby = { $days ->
    [0] Tables where no game has begun are kept until somebody deletes them.
    [one] Tables where no game has begun are deleted { $days } day after their last change.
   *[other] Tables where no game has begun are deleted { $days } days after their last change.
  }
privacy-time-game = { $days ->
    [0] Unfinished games are kept until somebody deletes them.
    [one] Unfinished games are deleted { $days } day after the last move.
   *[other] Unfinished games are deleted { $days } days after the last move.
  }
privacy-time-finished = { $days ->
    [0] Finished games are kept until somebody deletes them.
    [one] Finished games are deleted { $days } day after their end.
   *[other] Finished games are deleted { $days } days after their end.
  }
privacy-time-backup = Whoever runs this server may have backups, which keep a game longer.

privacy-delete-title = How to delete a game
privacy-delete-lobby = Before it begins, whoever opened the table can delete it there.
privacy-delete-end = After its end, in the menu of the table. If you played alone or against bots, it goes at once; otherwise when everybody who played agrees.
privacy-delete-ask = If somebody can no longer be asked, write to whoever runs this server.

privacy-who-title = Who runs this server
privacy-who-unknown = They have not said so here. Ask whoever gave you this address.
