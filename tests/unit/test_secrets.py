from __future__ import annotations

import pytest

from kontext.secrets import is_secret_file

SECRET = [
    ".env",
    ".env.local",
    ".env.production",
    ".envrc",
    "config/.env",
    "id_rsa",
    ".ssh/id_rsa",
    "id_ed25519",
    "id_ecdsa_sk",
    "id_rsa.old",
    "ID_RSA",
    "server.pem",
    "tls/server.key",
    "a.p12",
    "a.pfx",
    "release.keystore",
    "terraform.tfstate",
    "prod.tfvars",
    "Server.PEM",
    "credentials.json",
    "gcp/credentials.json",
    ".npmrc",
    ".pypirc",
    ".netrc",
    "my-service-account.json",
    "service_account_prod.json",
    "ServiceAccount.JSON",
    "secrets.yaml",
    "app-secret.json",
    "client_secret_1.json",
    "secret.env",
    "my.secrets.toml",
    "SECRETS.ini",
    "secret.txt",
    "secrets.yml",
]

PLAIN = [
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.production.example",
    ".ENV.EXAMPLE",
    "id_rsa.pub",
    "README.md",
    "docs/secrets.md",
    "secret.py",
    "src/secrets.rs",
    "key",
    "keys.md",
    "monkey.py",
    "environment.md",
    "env",
    "credentials.md",
    "service-account.md",
    "pem",
    "secrets/README.md",
    ".env.d/notes.md",
    "npmrc",
]


@pytest.mark.parametrize("path", SECRET)
def test_secret_names_are_recognised_in_any_folder_and_case(path: str) -> None:
    assert is_secret_file(path)
    assert is_secret_file(f"a/b/{path.swapcase()}")


@pytest.mark.parametrize("path", PLAIN)
def test_other_names_are_left_alone(path: str) -> None:
    assert not is_secret_file(path)
