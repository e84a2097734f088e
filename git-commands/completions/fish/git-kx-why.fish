# fish completion for `git kx-why`, the other name of `git why`.
complete -c git-kx-why -w git-why
