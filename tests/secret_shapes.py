"""Made-up secrets in the shapes that vendors document: put together at run time, so that no file holds one.

`samples(seed)` gives as many as there are shapes; the pages that describe the shapes are the sources of the rules
(kontext/secrets/rules.py), by the rule's id. Where a page tells no length, it is the one that scanners look for.
"""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
ALNUM = LOWER + UPPER + DIGITS
URL64 = ALNUM + "_-"
B64 = ALNUM + "+/"
HEX = DIGITS + "abcdef"
B32 = UPPER + "234567"


class Sample(NamedTuple):
    """One line (or block) of text, the secret in it, and the rule that has to find it."""

    rule: str
    text: str
    secret: str
    name: str


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def some(self, alphabet: str, size: int) -> str:
        """Characters as a generator of keys draws them; letters and digits both, as nearly every key has."""
        while True:
            made = "".join(self.random.choices(alphabet, k=size))
            if any(map(str.isdigit, made)) and any(map(str.isalpha, made)):
                return made

    def json(self, text: str) -> str:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


Shape = Callable[[Maker], str]


def after(prefix: str, alphabet: str, size: int) -> Shape:
    return lambda make: prefix + make.some(alphabet, size)


def pem(kind: str, size: int, header: str = "") -> Shape:
    def made(make: Maker) -> str:
        body = base64.b64encode(make.random.randbytes(size)).decode()
        lines = [body[at : at + 64] for at in range(0, len(body), 64)]
        return "\n".join(
            ["-----" + f"BEGIN {kind}-----", *([header, ""] if header else []), *lines, f"-----END {kind}-----"]
        )

    return made


def jwt(algorithm: str, size: int) -> Shape:
    def made(make: Maker) -> str:
        head = make.json(f'{{"alg":"{algorithm}","typ":"JWT"}}')
        body = make.json(f'{{"sub":"{make.some(DIGITS + "ab", 10)}","iat":17{make.some(DIGITS + "1a", 8)}}}')
        return f"{head}.{body}.{make.some(URL64, size)}"

    return made


def app_token(make: Maker) -> str:
    return f"xa{'pp'}-1-A0{make.some(UPPER + DIGITS, 9)}-{make.random.randrange(10**12, 10**13)}-{make.some(HEX, 64)}"


def slack(prefix: str, numbers: int, size: int) -> Shape:
    def made(make: Maker) -> str:
        parts = [str(make.random.randrange(10**11, 10**13)) for _ in range(numbers)]
        return "-".join([f"xox{prefix}", *parts, make.some(ALNUM, size)])

    return made


PLAIN = "{}"
# rule, name, how the secret is made, the text around it
SHAPES: tuple[tuple[str, str, Shape, str], ...] = (
    ("private-key", "PKCS#1", pem("RSA " + "PRIVATE KEY", 610), PLAIN),
    ("private-key", "PKCS#8", pem("PRIVATE " + "KEY", 1218), PLAIN),
    ("private-key", "PKCS#8 of an Ed25519 key", pem("PRIVATE " + "KEY", 48), PLAIN),
    ("private-key", "encrypted PKCS#8", pem("ENCRYPTED " + "PRIVATE KEY", 650), PLAIN),
    ("private-key", "encrypted PKCS#1", pem("RSA " + "PRIVATE KEY", 610, "Proc-Type: 4,ENCRYPTED"), PLAIN),
    ("private-key", "SEC1", pem("EC " + "PRIVATE KEY", 121), PLAIN),
    ("private-key", "DSA", pem("DSA " + "PRIVATE KEY", 448), PLAIN),
    ("private-key", "OpenSSH", pem("OPENSSH " + "PRIVATE KEY", 400), PLAIN),
    ("private-key", "OpenPGP", pem("PGP " + "PRIVATE KEY BLOCK", 1300), PLAIN),
    ("aws-access-key", "of a user", after("AK" + "IA", B32, 16), "aws_access_key_id = {}"),
    ("aws-access-key", "of a session", after("AS" + "IA", B32, 16), "key: {}"),
    ("aws-access-key", "of a bearer", after("AB" + "IA", B32, 16), "key: {}"),
    ("aws-secret-key", "in a credentials file", after("", B64, 40), "aws_secret_access_key = {}"),
    ("aws-secret-key", "in JSON", after("", B64, 40), '"SecretAccessKey": "{}",'),
    ("aws-secret-key", "in a shell", after("", B64, 40), "export AWS_SECRET_ACCESS_KEY={}"),
    ("github-token", "personal", after("gh" + "p_", ALNUM, 36), "token {}"),
    ("github-token", "OAuth", after("gh" + "o_", ALNUM, 36), "token={}"),
    ("github-token", "user to server", after("gh" + "u_", ALNUM, 36), "https://{}@github.com/a/b.git"),
    ("github-token", "server to server", after("gh" + "s_", ALNUM, 36), '"{}"'),
    (
        "github-token",
        "server to server, with its content",
        lambda make: f"gh{'s_'}{make.random.randrange(10**5, 10**7)}_{jwt('RS256', 342)(make)}",
        "GITHUB_TOKEN={}",
    ),
    ("github-token", "refresh", after("gh" + "r_", ALNUM, 76), "{}"),
    (
        "github-fine-grained-token",
        "fine-grained",
        lambda make: f"github{'_pat_'}{make.some(ALNUM, 22)}_{make.some(ALNUM, 59)}",
        "GH_TOKEN={}",
    ),
    *(
        ("gitlab-token", kind, after(f"gl{kind}-", URL64, 20), "`{}`")
        for kind in "pat dt rt rtr ft wt soat ffct".split()
    ),
    ("gitlab-token", "cbt", lambda make: f"gl{'cbt-'}64_{make.some(URL64, 20)}", "`{}`"),
    ("gitlab-token", "ptt", after("gl" + "ptt-", HEX, 40), "`{}`"),
    ("gitlab-token", "imt", after("gl" + "imt-", URL64, 25), "`{}`"),
    ("gitlab-token", "agent", after("gl" + "agent-", URL64, 50), "{}"),
    ("gitlab-token", "OAuth secret", after("gl" + "oas-", HEX, 64), "{}"),
    ("gitlab-token", "routable", lambda m: f"gl{'pat-'}{m.some(URL64, 27)}.01.{m.some(LOWER + DIGITS, 9)}", "{}"),
    ("gitlab-token", "routable, longest", lambda m: f"gl{'pat-'}{m.some(URL64, 235)}.01.6j{m.some(HEX, 7)}", "{}."),
    ("gitlab-token", "routable, older", lambda m: f"gl{'rt-t1_'}{m.some(URL64, 27)}.{m.some(HEX, 9)}", "{}."),
    ("slack-token", "bot", slack("b", 2, 24), "SLACK_TOKEN: {}"),
    ("slack-token", "user", slack("p", 3, 32), "{}"),
    ("slack-token", "refresh", lambda make: f"xox{'e-1'}-{make.some(ALNUM, 146)}", "{}"),
    ("slack-token", "rotated bot", lambda make: f"xox{'e.xox'}b-1-{make.some(ALNUM, 163)}", "{}"),
    ("slack-app-token", "app-level", app_token, "{}"),
    (
        "slack-webhook",
        "incoming",
        lambda m: f"T0{m.some(UPPER + DIGITS, 8)}/B0{m.some(UPPER + DIGITS, 9)}/{m.some(ALNUM, 24)}",
        "https://hooks.slack" + ".com/services/{}",
    ),
    (
        "slack-webhook",
        "of a workflow",
        lambda m: f"T0{m.some(B32, 8)}/A0{m.some(B32, 9)}/{m.random.randrange(10**17, 10**18)}/{m.some(ALNUM, 24)}",
        "https://hooks.slack" + ".com/workflows/{}",
    ),
    ("anthropic-key", "API", lambda make: f"sk-{'ant'}-api03-{make.some(URL64, 93)}AA", "ANTHROPIC_API_KEY={}"),
    ("anthropic-key", "admin", lambda make: f"sk-{'ant'}-admin01-{make.some(URL64, 93)}AA", "{}"),
    ("anthropic-key", "of an enterprise", lambda make: f"sk-{'ant'}-api01-{make.some(URL64, 93)}AA", "{}"),
    ("openai-key", "of a user", lambda m: f"sk-{m.some(ALNUM, 20)}T3Blbk{'FJ'}{m.some(ALNUM, 20)}", "key {}"),
    (
        "openai-key",
        "of a project",
        lambda m: f"sk-{'proj'}-{m.some(URL64, 74)}T3Blbk{'FJ'}{m.some(URL64, 74)}",
        "OPENAI_API_KEY={}",
    ),
    (
        "openai-key",
        "of a service account",
        lambda m: f"sk-{'svcacct'}-{m.some(URL64, 58)}T3Blbk{'FJ'}{m.some(URL64, 58)}",
        "{}",
    ),
    (
        "openai-key",
        "of an administrator",
        lambda m: f"sk-{'admin'}-{m.some(URL64, 58)}T3Blbk{'FJ'}{m.some(URL64, 58)}",
        "{}",
    ),
    ("openai-key", "of nobody", lambda m: f"sk-{'None'}-{m.some(ALNUM, 20)}T3Blbk{'FJ'}{m.some(ALNUM, 20)}", "{}"),
    ("stripe-key", "live", after("sk_" + "live_", ALNUM, 24), "Stripe.api_key = '{}'"),
    ("stripe-key", "live, long", after("sk_" + "live_51", ALNUM, 99), "{}"),
    ("stripe-key", "restricted", after("rk_" + "live_", ALNUM, 24), "{}"),
    ("stripe-key", "test", after("sk_" + "test_", ALNUM, 24), "{}"),
    ("stripe-key", "of an organisation", after("sk_" + "org_live_", ALNUM, 24), "{}"),
    ("stripe-webhook-secret", "signing", after("wh" + "sec_", ALNUM, 32), "{}"),
    ("stripe-webhook-secret", "of Standard Webhooks", after("wh" + "sec_", B64, 32), "{}"),
    ("npm-token", "granular", after("np" + "m_", ALNUM, 36), "//registry.npmjs.org/:_authToken={}"),
    (
        "npm-legacy-token",
        "legacy",
        lambda m: "-".join(m.some(HEX, size) for size in (8, 4, 4, 4, 12)),
        "//registry.npmjs.org/:_auth" + "Token={}",
    ),
    ("pypi-token", "of pypi.org", after("pyp" + "i-AgEIcHlwaS5vcmc", URL64, 150), "password = {}"),
    ("pypi-token", "the shortest", after("pyp" + "i-AgEIcHlwaS5vcmc", URL64, 70), "{}"),
    ("pypi-token", "of test.pypi.org", after("pyp" + "i-AgENdGVzdC5weXBpLm9yZw", URL64, 150), "{}"),
    ("hugging-face-token", "of a user", after("h" + "f_", ALNUM, 34), "HF_TOKEN={}"),
    ("hugging-face-token", "of an organisation", after("api" + "_org_", ALNUM, 34), "{}"),
    ("sendgrid-key", "API", lambda m: f"S{'G.'}{m.some(URL64, 22)}.{m.some(URL64, 43)}", "key: {}"),
    ("digitalocean-token", "personal", after("do" + "p_v1_", HEX, 64), "{}"),
    ("digitalocean-token", "OAuth", after("do" + "o_v1_", HEX, 64), "{}"),
    ("digitalocean-token", "refresh", after("do" + "r_v1_", HEX, 64), "{}"),
    (
        "azure-storage-key",
        "in a connection string",
        lambda make: base64.b64encode(make.random.randbytes(64)).decode(),
        "DefaultEndpointsProtocol=https;AccountName=shop;Account" + "Key={};EndpointSuffix=core.windows.net",
    ),
    (
        "azure-storage-key",
        "in JSON",
        lambda make: base64.b64encode(make.random.randbytes(64)).decode(),
        '"storageAccountKey": "{}"',
    ),
    ("gcp-service-account", "in its file", after("", HEX, 40), '  "private_' + 'key_id": "{}",'),
    ("google-oauth-secret", "of a client", after("GOC" + "SPX-", URL64, 28), "{}"),
    ("bearer-token", "in a header", after("", HEX, 40), "Authorization: Bear" + "er {}"),
    (
        "bearer-token",
        "in a curl call",
        after("", URL64, 60),
        "curl -H 'authorization: bear" + "er {}' https://api.shop",
    ),
    ("url-password", "of a database", after("", ALNUM, 12), "postgres://app:{}" + "@db.internal:5432/shop"),
    ("url-password", "of a remote", after("", ALNUM, 20), "https://ci:{}" + "@git.shop.internal/a.git"),
    ("url-password", "without a user", after("", ALNUM, 16), "redis://:{}" + "@cache:6379/0"),
    ("google-api-key", "of a project", after("AI" + "za", URL64, 35), "key={}"),
    ("jwt", "HS256", jwt("HS256", 43), "{}"),
    ("jwt", "RS256", jwt("RS256", 342), "session: {}"),
    ("named-secret", "in YAML", after("", ALNUM, 32), "api_key: {}"),
    ("named-secret", "in a shell", after("", HEX, 32), "export SHOP_SECRET='{}'"),
    ("named-secret", "in code", after("", ALNUM, 24), 'client_secret = "{}"'),
    ("named-secret", "in JSON", after("", B64, 44), '"dbPass' + 'word": "{}"'),
)


def samples(seed: int) -> Iterator[Sample]:
    make = Maker(seed)
    for rule, name, shape, around in SHAPES:
        secret = shape(make)
        yield Sample(rule, around.format(secret) if around != PLAIN else secret, secret, f"{rule}: {name}")
