"""Nobody goes around: chance, visibility and state each have one door; the engine is pure."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("accounts", "campaigns", "characters", "combat", "config", "rules")
GUARDED = {
    "Application", "Campaign", "CastMember", "Character", "Draft", "GameSession", "Invitation",
    "Post", "Roll", "Scene",
}  # fmt: skip
CHANCE = {"random", "secrets", "uuid1"}
DRAWS = {"urandom", "randbytes", "token_hex", "token_bytes"}


def modules(*parts: str) -> Iterator[tuple[str, ast.Module]]:
    for part in parts:
        for path in sorted((ROOT / part).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def test_chance_comes_from_one_place():
    found = []
    for name, tree in modules(*APPS):
        if name == "rules/randomness.py" or name.startswith("config/run/"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found += [(name, a.name) for a in node.names if a.name.split(".")[0] in CHANCE]
            elif isinstance(node, ast.ImportFrom) and (node.module or "") in CHANCE:
                found.append((name, node.module))
            elif isinstance(node, ast.Attribute) and node.attr in DRAWS:
                found.append((name, node.attr))

    assert found == [], "use rules.randomness"


def test_only_the_ledger_writes_the_ledger():
    found = []
    for name, tree in modules(*APPS):
        if name in ("rules/randomness.py", "rules/models.py"):
            continue
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            text = ast.unparse(node.func)
            writes = node.func.attr in {
                "create", "bulk_create", "update", "delete", "get_or_create", "update_or_create",
            }  # fmt: skip
            models = ("LedgerEntry.", "SealedBody.", "Epoch.", "Chain.")
            if writes and text.startswith(models):
                found.append((name, text))

    assert found == [], "use rules.randomness"


def test_views_ask_access_for_what_they_show():
    found = []
    for name, tree in modules("campaigns", "characters", "config"):
        path = Path(name)
        is_view = "views" in path.parts or path.stem in ("views", "feeds", "search", "forms")
        if not is_view:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "objects":
                owner = ast.unparse(node.value).split(".")[-1]
                if owner in GUARDED:
                    found.append((name, f"{owner}.objects line {node.lineno}"))

    # Empty querysets say nothing of anybody.
    found = [
        item
        for item in found
        if ".objects.none()" not in line_of(item[0], int(item[1].rsplit(" ", 1)[1]))
    ]
    assert found == [], "ask access.py"


def line_of(name: str, number: int) -> str:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()[number - 1]


def test_services_take_no_request_and_read_no_clock():
    found = []
    for name, tree in modules("accounts/services", "campaigns/services", "characters/services"):
        for node in ast.walk(tree):
            if isinstance(node, ast.arg) and node.arg == "request":
                found.append((name, "request"))
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "timezone.now", "datetime.now", "time.time",
            ):  # fmt: skip
                found.append((name, ast.unparse(node.func)))

    assert found == [], "time comes in as `at`; a service knows no request"


def test_tasks_only_ring_a_service():
    for name, tree in modules(*APPS):
        if Path(name).stem != "tasks":
            continue
        for node in ast.walk(tree):
            is_task = isinstance(node, ast.FunctionDef) and any(
                "shared_task" in ast.unparse(mark) for mark in node.decorator_list
            )
            if is_task:
                statements = [s for s in node.body if not _is_docstring(s)]
                assert len(statements) <= 2, (name, node.name)
                assert not any(isinstance(s, ast.If) for s in statements), (name, node.name)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def test_the_engine_and_the_ledger_load_without_django():
    code = (
        "import sys, rules.engine.system as s, rules.ledger.verify, rules.ledger.__main__;"
        "s.installed();"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('django', 'celery', 'redis')];"
        "assert not bad, bad"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


def test_no_room_is_called_utils_or_helpers():
    names = [path.stem for app in APPS for path in (ROOT / app).rglob("*.py")]

    assert not {"utils", "helpers", "common", "misc"} & set(names)


def test_no_page_has_inline_script_or_style():
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        for mark in (" style=", "<style", " onclick=", " onchange=", "hx-on", "javascript:"):
            if mark in text:
                found.append((path.name, mark))

    assert found == [], "the content security policy forbids it"
