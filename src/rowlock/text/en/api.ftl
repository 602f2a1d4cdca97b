# The page about the API, for people who write programs. What it describes is in English only.

api-lead = Everything this page does, a program of yours can do too: a bot, another page, something we have not thought of.
api-file = The description as a file (OpenAPI)
api-token-needed = Needs a token.
api-token-optional = With a token or without.
api-parameters = In the address
api-body = What you send
api-answers = What you get
api-optional = may be left out
api-messages = Messages
api-messages-lead = What is sent, what is answered, and the parts of both.
