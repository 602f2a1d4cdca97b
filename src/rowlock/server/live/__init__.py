"""Tables that somebody looks at: pages, timers, bots."""
