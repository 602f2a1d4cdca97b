"""A bot that passes until it is asked about the game of this number, or a later one."""

import json
import sys

for line in sys.stdin:
    if json.loads(line)["game"] >= int(sys.argv[1]):
        sys.exit("enough")
    print("-", flush=True)
