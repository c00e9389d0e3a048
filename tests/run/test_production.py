"""The containers' commands and settings, without containers: they serve, and say what is amiss."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
import yaml

from config.run import processes
from config.run.checks import PRODUCTION
from config.run.postgres import data_folder
from config.run.servers import Servers
from tests.run.test_site import OURS, _free_port

ROOT = Path(__file__).resolve().parent.parent.parent
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
HOST = "tirada.example"


class Production:
    """Servers of its own, the container's environment, and the processes started so far."""

    def __init__(self, var: Path, servers: Servers) -> None:
        self.servers = servers
        self.port = _free_port()
        self.log = var / "log" / "processes.log"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        given = {"SITE_URL": f"https://{HOST}", "LOG_LEVEL": "INFO"}
        passed = {
            name: re.sub(r"\$\{(\w+):?[-?]?([^}]*)\}", lambda m: given.get(m[1], m[2]), value)
            for name, value in SERVICES["web"]["environment"].items()
        }
        assert servers.postgres
        assert servers.valkey
        self.env = {
            **{k: v for k, v in os.environ.items() if k not in OURS},
            **passed,
            "SECRET_KEY": PRODUCTION["SECRET_KEY"],
            "LEDGER_KEYS": PRODUCTION["LEDGER_KEYS"],
            "DATABASE_URL": servers.postgres.url(),
            "REDIS_URL": servers.valkey.url(),
            "VAR_DIR": str(var),
            "PORT": str(self.port),
        }

    def run(self, command: list[str]) -> int:
        command = [sys.executable, *command[1:]]
        return subprocess.run(
            command, cwd=ROOT, env=self.env, capture_output=True, check=False, timeout=90
        ).returncode

    def run_code(self, code: str) -> int:
        self.env["DJANGO_SETTINGS_MODULE"] = "config.settings"
        return self.run(["python", "-c", code])

    def start(self, name: str, command: list[str]) -> None:
        command = [sys.executable, *command[1:]]
        self.running[name] = processes.spawn(command, cwd=ROOT, env=self.env, log=self.log)

    def is_well(self, name: str) -> bool:
        return self.run(SERVICES[name]["healthcheck"]["test"][1:]) == 0

    def health(self) -> tuple[int, dict[str, str]]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/health",
            headers={"Host": HOST, "X-Request-ID": "from-the-proxy"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                assert answer.headers["X-Request-ID"] == "from-the-proxy"
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)
        except OSError:
            return 0, {}


@pytest.fixture
def production(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Production]:
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    var = tmp_path / "var"
    var.mkdir()
    servers = Servers(var)
    servers.start()
    made = Production(var, servers)
    yield made
    for process in made.running.values():
        processes.stop(process)
    servers.stop()
    if os.geteuid() == 0:
        shutil.rmtree(data_folder(var).parent)


def test_health_tells_database_broker_and_worker_apart(production):
    dockerfile = (ROOT / "Dockerfile").read_text()
    web = json.loads(re.search(r"^CMD (.+)$", dockerfile, re.MULTILINE)[1])
    web = [str(production.port) if part == "8000" else part for part in web]
    web = ["127.0.0.1" if part == "0.0.0.0" else part for part in web]

    assert not production.is_well("web"), "nothing is there yet"
    assert production.run(SERVICES["setup"]["command"]) == 0
    assert production.run(["python", "manage.py", "collectstatic", "--no-input"]) == 0
    production.start("web", web)
    assert _until(lambda: production.health()[0])
    assert production.health() == (503, {"database": "ok", "broker": "ok", "worker": "away"})
    assert production.is_well("web"), "a web server without a worker still serves"
    assert not production.is_well("worker")

    production.start("worker", SERVICES["worker"]["command"])
    assert _until(lambda: production.health()[0] == 200)
    assert production.health()[1] == {"database": "ok", "broker": "ok", "worker": "ok"}
    assert production.is_well("worker")

    with redis.Redis.from_url(production.env["REDIS_URL"]) as client:
        client.delete("tirada:worker-heartbeat")
    assert production.health() == (503, {"database": "ok", "broker": "ok", "worker": "away"})

    production.servers.valkey.stop()
    assert production.health()[1] == {"database": "ok", "broker": "away", "worker": "unknown"}

    production.servers.postgres.stop()
    started = time.monotonic()
    assert production.health()[1]["database"] == "away"
    assert time.monotonic() - started < 15
    assert not production.is_well("web")

    production.servers.start()
    assert _until(lambda: production.health()[1].get("database") == "ok"), "it comes back by itself"


def test_production_logs_json_with_the_request_and_never_a_path(production):
    production.run(SERVICES["setup"]["command"])
    production.run(["python", "manage.py", "collectstatic", "--no-input"])
    code = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        f"c = Client(headers={{'host': '{HOST}', 'x-request-id': 'request-4711'}})\n"
        "c.get('/cuenta/password/reset/key/1-secret/', secure=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
        env=production.env | {"DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip

    lines = [json.loads(line) for line in done.stderr.splitlines()]
    [line] = [line for line in lines if line["logger"] == "tirada.requests"]
    assert line["request_id"] == "request-4711"
    assert line["view"] == "account_reset_password_from_key"
    assert line["level"] == "INFO"
    assert line["milliseconds"] > 0
    assert "secret" not in done.stderr


def test_a_restored_backup_proves_what_the_saved_site_proved(production, tmp_path):
    programs = production.servers.postgres.bin
    saved, restored = production.env["DATABASE_URL"], production.servers.postgres.url("restored")
    dump, before, after = tmp_path / "tirada.dump", tmp_path / "before", tmp_path / "after"
    production.run(SERVICES["setup"]["command"])
    production.run(["python", "manage.py", "load_demo"])

    # The commands of docs/operations.md.
    with dump.open("wb") as file:
        subprocess.run([programs / "pg_dump", "--format=custom", saved], stdout=file, check=True)
    production.servers.postgres.ensure_database("restored")
    subprocess.run(
        [programs / "pg_restore", "--no-owner", "--exit-on-error", "--dbname", restored, dump],
        check=True,
    )

    for address, file in ((saved, before), (restored, after)):
        production.env["DATABASE_URL"] = address
        code = (
            "import django; django.setup()\n"
            "from campaigns.models import Campaign\n"
            "from rules.exports import lines\n"
            "table = Campaign.objects.order_by('id').first().public_id\n"
            f"open({str(file)!r}, 'w').writelines(lines(table))\n"
        )
        assert production.run_code(code) == 0
        assert production.run(["python", "-m", "rules.ledger", "verify", str(file)]) == 0
    assert before.read_bytes() == after.read_bytes()
    assert before.stat().st_size > 1000


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("SECRET_KEY", "", "Set SECRET_KEY to at least 50 random characters."),
        ("SECRET_KEY", "short", "Set SECRET_KEY to at least 50 random characters."),
        ("LEDGER_KEYS", "", "Set LEDGER_KEYS to one or more Fernet keys of your own."),
        ("LEDGER_KEYS", "no-key", "LEDGER_KEYS holds something that is no Fernet key."),
        ("SWEEP_SECONDS", "few", "SWEEP_SECONDS must be a whole number, not 'few'."),
        ("HTTPS", "perhaps", "HTTPS must be on or off, not 'perhaps'."),
    ],
)
def test_production_refuses_to_start_with_a_default_secret_or_nonsense(name, value, line):
    env = {k: v for k, v in os.environ.items() if k not in OURS} | PRODUCTION | {name: value}

    done = subprocess.run(
        [sys.executable, "-c", "import config.asgi"],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode != 0
    assert line in done.stderr


def _until(true: Callable[[], object], seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.1)
    return False
