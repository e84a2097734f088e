#!/bin/sh
# Answers of the installed `git why` on three large public repositories of different languages, as a terminal shows them.
#
#     bench/transcripts.sh GIT SYMPY ESLINT > bench/results/DATE-transcripts.txt
#
# The arguments are clones of git/git (C), sympy/sympy (Python) and eslint/eslint (JavaScript).
set -eu

ask() {
    repository=$1
    shift
    printf '\n$ git why'
    for word in "$@"; do
        case $word in *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    git -C "$repository" why --no-pager "$@" 2>&1
}

session() {
    repository=$1 name=$2
    printf '\n== %s, %s commits, at %s\n' "$name" "$(git -C "$repository" rev-list --count HEAD)" \
        "$(git -C "$repository" rev-parse --short=12 HEAD)"
    kontext -C "$repository" reindex >/dev/null
}

session "$1" git/git
ask "$1" builtin/blame.c:100
ask "$1" blame.c
ask "$1" reftable
ask "$1" cee7f24
ask "$1" compat/mkdtemp.c
ask "$1" "rename detection limit"

session "$2" sympy/sympy
ask "$2" sympy/core/add.py:120
ask "$2" sympy/core/cache.py
ask "$2" sympy/polys/matrices
ask "$2" 31d56fc
ask "$2" release/releasecheck.py
ask "$2" "why are assumptions cached"

session "$3" eslint/eslint
ask "$3" lib/linter/linter.js:600
ask "$3" lib/cli.js
ask "$3" lib/languages
ask "$3" bde5105
ask "$3" lib/cli-engine/load-rules.js
ask "$3" "flat config by default"
