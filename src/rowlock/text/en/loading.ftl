# What must be said when another part of the page could not be loaded: it comes with every page.

loading = Loading…
page-missing = The page could not be loaded.
part-missing = This part could not be loaded.
newer-version = There is a newer version of Rowlock.
reload = Reload
try-again = Try again
later = Later
to-home = To the first page
refusal-unreachable = The server does not answer. Try again in a moment.
