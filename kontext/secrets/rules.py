"""What secrets look like, as data: one row a kind, with the page that says so.

Owns the table. Patterns are of bytes and cost time linear in the text: each begins with a literal, every repetition is
possessive or bounded, and nothing is looked for that the row's keywords (in lower case) do not announce. The first
group of a pattern is the secret; without a group it is all of the match. Must not know how a text is searched.
"""

from __future__ import annotations

from kontext.records import Record

HIGH, MEDIUM = "high", "medium"
# What a match has to pass beside its pattern; secrets/judge.py has the meaning of each.
ANY, RANDOM, PASSWORD, KEY_BLOCK = "any", "random", "password", "key block"


class Rule(Record):
    """One kind of secret, or one of the ways to find it.

    `source` is where its vendor, or a standard, describes it; where neither does, a scanner that many use. What a
    pattern has from elsewhere is said beside it. Where `folds`, it is in lower case and matches a text that is.
    """

    id: str
    title: str
    severity: str
    keywords: tuple[bytes, ...]
    pattern: bytes
    source: str
    judge: str = ANY
    folds: bool = False


def _new(literal: bytes) -> bytes:
    r"""A literal that begins a word; the n of an escaped line break before it is no letter of it."""
    return literal + b"(?:(?<![A-Za-z0-9]" + literal + rb")|(?<=\\[nrt]" + literal + b"))"


_END = b"(?![A-Za-z0-9])"
_ASSIGNED = rb"[\"'\]]{0,2}+[ \t]{0,4}+(?::=|=>|[:=])[ \t]{0,4}+[\"'`]?"
_CLAIMS = rb"\.eyJ[A-Za-z0-9_-]{8,8192}+\.[A-Za-z0-9_-]{16,2048}+"  # of a JSON web token, and the signature
_GITLAB = b"(?:pat|oas|dt|rtr?|cbt|ptt|ft|imt|agent|wt|soat|ffct)"
_KEYS = b"api access auth private client signing encryption master account".split()
# What a name of a secret has in it, and the least characters of its value.
_NAMES = (
    (b"passw(?:or)?d", 10),
    (b"passphrase", 10),
    (b"pwd", 10),
    (b"secret", 16),
    (b"token", 16),
    (b"credential", 16),
    (b"key(?:" + b"|".join(b"(?<=%bkey)|(?<=%b[_-]key)" % (word, word) for word in _KEYS) + b")", 16),
)


def _named(word: bytes, least: int) -> Rule:
    """A value that a name calls a secret. No more than the name is sure: it has to look like one, too."""
    value = rb"([a-z0-9+/=_.~!@#$%%^&*?-]{%d,256}+)(?![(\[{<])" % least
    return Rule(
        "named-secret",
        "value named as a secret",
        MEDIUM,
        (word.partition(b"(")[0],),
        word + b"[a-z0-9_-]{0,20}+" + _ASSIGNED + value,
        "https://cwe.mitre.org/data/definitions/798.html",
        RANDOM,
        folds=True,
    )


RULES = (
    # The standard has the form of a label and two of them; those of OpenSSL, OpenSSH and OpenPGP are of the same form.
    Rule(
        "private-key",
        "private key",
        HIGH,
        (b"private key",),
        rb"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----"
        rb"(?:[^-]++|-(?!----))*+(?:-----END [A-Z0-9 ]{0,40}-----)?",
        "https://www.rfc-editor.org/rfc/rfc7468",
        KEY_BLOCK,
    ),
    # Its page has the prefixes; the 16 characters: AWS's own scanner, git-secrets.
    Rule(
        "aws-access-key",
        "AWS access key",
        HIGH,
        (b"akia", b"asia", b"abia", b"acca"),
        _new(b"A") + b"(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}" + _END,
        "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-prefixes",
    ),
    Rule(
        "aws-secret-key",
        "AWS secret access key",
        HIGH,
        (b"secret",),
        b"secret_?access_?key" + _ASSIGNED + b"([a-z0-9/+]{40})(?![a-z0-9/+=])",
        "https://github.com/awslabs/git-secrets/blob/master/git-secrets",
        folds=True,
    ),
    # Its page has the prefixes, and that ghs_ is followed by APPID_JWT since April 2026; the alphabet,
    # and up to 255 characters: its change log of 2021-03-31. A header with a - is found by its beginning.
    Rule(
        "github-token",
        "GitHub token",
        HIGH,
        (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
        _new(b"gh") + b"[pousr]_(?:[A-Za-z0-9]{1,40}+_eyJ[A-Za-z0-9]{8,512}+" + _CLAIMS + b"|[A-Za-z0-9_]{36,255}+)",
        "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/"
        "about-authentication-to-github#githubs-token-formats",
    ),
    # Its page has the prefix; 82 characters: gitleaks. GitHub asks to be ready for 255.
    Rule(
        "github-fine-grained-token",
        "GitHub fine-grained token",
        HIGH,
        (b"github_pat_",),
        _new(b"github_pat_") + b"[A-Za-z0-9_]{36,255}+",
        "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/"
        "about-authentication-to-github#githubs-token-formats",
    ),
    # Its page has the prefixes; 20 to 64 characters: gitleaks. Tokens that tell where to route them are longer, with a
    # tail of version, length and checksum (GitLab's lib/authn/token_field/generator), or without the version.
    Rule(
        "gitlab-token",
        "GitLab token",
        HIGH,
        tuple(b"gl%b-" % kind for kind in b"pat oas dt rt rtr cbt ptt ft imt agent wt soat ffct".split()),
        _new(b"gl") + _GITLAB + rb"-[A-Za-z0-9_-]{20,255}+(?:(?:\.[0-9a-z]{2})?\.[0-9a-z]{9}(?![A-Za-z0-9]))?",
        "https://docs.gitlab.com/security/tokens/#token-prefixes",
    ),
    # Its page has xoxb- and xoxp-, that of the method tooling.tokens.rotate xoxe-; the rest and the lengths: gitleaks.
    Rule(
        "slack-token",
        "Slack token",
        HIGH,
        (b"xox",),
        _new(b"xox") + rb"[a-z](?:\.xox[a-z])?-(?=[A-Za-z0-9-]{0,40}[0-9])[A-Za-z0-9-]{20,500}+",
        "https://docs.slack.dev/authentication/tokens",
    ),
    # Its page has the prefix; the parts: gitleaks.
    Rule(
        "slack-app-token",
        "Slack app-level token",
        HIGH,
        (b"xapp-",),
        _new(b"xapp-") + b"[0-9]-[A-Z0-9]{8,20}+-[0-9]{8,20}+-[a-z0-9]{32,128}+",
        "https://docs.slack.dev/authentication/tokens",
    ),
    # Its page has an example of /services/; /workflows/ and /triggers/: gitleaks.
    Rule(
        "slack-webhook",
        "Slack webhook",
        HIGH,
        (b"hooks.slack",),
        rb"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Z0-9]{8,16}+/[A-Z0-9]{8,24}+/[A-Za-z0-9/]{16,100}+)",
        "https://docs.slack.dev/tools/slack-github-action/sending-techniques/sending-data-slack-incoming-webhook",
    ),
    # Its page has the prefixes, with a kind and two digits; no length (gitleaks: 95).
    Rule(
        "anthropic-key",
        "Anthropic key",
        HIGH,
        (b"sk-ant-",),
        _new(b"sk-ant-") + b"[a-z]{3,10}+[0-9]{2}-[A-Za-z0-9_-]{24,255}+",
        "https://platform.claude.com/docs/en/manage-claude/admin-api-keys",
    ),
    # Its vendor describes none. gitleaks has proj-, svcacct- and admin- with 124 or 156 characters, 48 without them;
    # service-: trufflehog; None-: kingfisher.
    Rule(
        "openai-key",
        "OpenAI key",
        HIGH,
        (b"sk-",),
        _new(b"sk-")
        + b"(?!ant-)(?:(?:proj|svcacct|admin|service|None)-[A-Za-z0-9_-]{40,255}+|[A-Za-z0-9]{48}(?![A-Za-z0-9_-]))",
        "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml",
    ),
    # Its page has the prefixes, /keys/organization-api-keys has sk_org. No length: Stripe told GitLab 10 to 128, its
    # samples have 24 or more; what is shorter than 16 may be a word.
    *(
        Rule(
            "stripe-key",
            "Stripe key",
            HIGH,
            (b"_live_", b"_test_"),
            _new(start) + b"(?:org_)?(?:live|test)_[A-Za-z0-9]{16,255}+",
            "https://docs.stripe.com/keys/restricted-api-keys",
        )
        for start in (b"sk_", b"rk_")
    ),
    # Its page has an example, with 32 letters and digits; base64 is of Standard Webhooks, where the prefix is the same.
    Rule(
        "stripe-webhook-secret",
        "Stripe webhook secret",
        HIGH,
        (b"whsec_",),
        _new(b"whsec_") + b"[A-Za-z0-9+/]{32,255}+",
        "https://github.com/stripe/stripe-cli/wiki/Listen-command",
    ),
    # Its page has the prefix and the length, as 178 bits in Base62 and six characters of a checksum.
    Rule(
        "npm-token",
        "npm token",
        HIGH,
        (b"npm_",),
        _new(b"npm_") + b"[A-Za-z0-9]{36}(?![A-Za-z0-9_])",
        "https://github.blog/security/announcing-npms-new-access-token-format/",
    ),
    # Its page has that it is a UUID, which is a secret only where npm's configuration says so.
    Rule(
        "npm-legacy-token",
        "npm token",
        HIGH,
        (b"_authtoken",),
        rb"_authToken[ \t]{0,4}+=[ \t]{0,4}+[\"']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
        + _END,
        "https://github.blog/security/announcing-npms-new-access-token-format/",
    ),
    # Its page has 85 characters or more of base64, of a macaroon; that begins with its version and its first field.
    Rule(
        "pypi-token",
        "PyPI token",
        HIGH,
        (b"pypi-age",),
        _new(b"pypi-AgE") + b"[A-Za-z0-9_-]{82,4096}+",
        "https://docs.pypi.org/api/secrets/",
    ),
    # Its page has hf_; api_org_ (no longer given out) and 34 characters: gitleaks, trufflehog.
    *(
        Rule(
            "hugging-face-token",
            "Hugging Face token",
            HIGH,
            (start,),
            _new(start) + b"[A-Za-z0-9]{34,64}+(?!_)",
            "https://huggingface.co/docs/hub/security-tokens",
        )
        for start in (b"hf_", b"api_org_")
    ),
    # Its page has the length of the whole, 69; the parts: detect-secrets.
    Rule(
        "sendgrid-key",
        "SendGrid key",
        HIGH,
        (b"sg.",),
        _new(rb"SG\.") + rb"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
        "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
    ),
    # Its page has the prefixes; 64 hexadecimal digits: gitleaks, trufflehog.
    Rule(
        "digitalocean-token",
        "DigitalOcean token",
        HIGH,
        (b"_v1_",),
        _new(b"do") + b"[opr]_v1_[a-f0-9]{64}" + _END,
        "https://docs.digitalocean.com/notes/2022/api-token-format",
    ),
    Rule(
        "azure-storage-key",
        "Azure storage key",
        HIGH,
        (b"==",),
        b"key[0-9]?" + _ASSIGNED + b"([a-z0-9/+]{86}==)",
        "https://learn.microsoft.com/en-us/purview/sit-defn-azure-storage-account-key",
        folds=True,
    ),
    # Its page has the file; 40 hexadecimal digits: the keys in the examples of its earlier editions.
    Rule(
        "gcp-service-account",
        "Google service account",
        HIGH,
        (b"private_key_id",),
        rb"private_key_id\\?[\"'][ \t]{0,4}+:\s{0,4}+\\?[\"']([0-9a-f]{40})" + _END,
        "https://cloud.google.com/iam/docs/keys-create-delete",
    ),
    Rule(  # its vendor describes none
        "google-oauth-secret",
        "Google OAuth client secret",
        HIGH,
        (b"gocspx-",),
        _new(b"GOCSPX-") + b"[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])",
        "https://github.com/praetorian-inc/noseyparker/blob/main/crates/noseyparker/data/default/builtin/rules/google.yml",
    ),
    Rule(
        "bearer-token",
        "bearer token",
        HIGH,
        (b"bearer",),
        rb"bearer(?<![a-z0-9_]bearer)[ \t]{1,4}+([a-z0-9._~+/-]{20,2048}+={0,2})",
        "https://www.rfc-editor.org/rfc/rfc6750#section-2.1",
        RANDOM,
        folds=True,
    ),
    Rule(
        "url-password",
        "password in a URL",
        HIGH,
        (b"://",),
        rb"://[^\x00-\x20/:@\"'<>`]{0,64}+:([^\x00-\x20/@\"'<>`\x7f]{3,256}+)@(?=[A-Za-z0-9\[])",
        "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
        PASSWORD,
    ),
    Rule(  # its vendor describes none
        "google-api-key",
        "Google API key",
        MEDIUM,
        (b"aiza",),
        _new(b"AIza") + b"[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])",
        "https://learn.microsoft.com/en-us/purview/sit-defn-google-api-key",
    ),
    Rule(
        "jwt",
        "JSON web token",
        MEDIUM,
        (b"eyj",),
        # Not behind - or _, or each of many beginnings in one word would be followed to the word's end.
        _new(b"eyJ") + rb"(?<![_-]eyJ)[A-Za-z0-9_-]{8,2048}+" + _CLAIMS,
        "https://www.rfc-editor.org/rfc/rfc7519#section-3.1",
    ),
    *(_named(word, least) for word, least in _NAMES),
)
