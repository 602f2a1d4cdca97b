"""Tables in the browser: a game online is its list of events; pages get views and send asks."""
