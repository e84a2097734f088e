"""`python -m kontext.cli`: the `kontext` command where no script of that name is installed."""

from __future__ import annotations

import sys

from kontext.cli.app import main

sys.exit(main())
