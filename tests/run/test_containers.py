"""The container files name only what exists: commands, files, environment, services, volumes."""

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, Any] = COMPOSE["services"]
# Programs that come with the images we name, not with the project.
IMAGE_PROGRAMS = {"postgres:18": {"pg_isready"}, "valkey/valkey:8": {"valkey-server", "valkey-cli"}}


def test_the_file_follows_the_compose_specification():
    # The parser takes values as they stand, so the variables get theirs first.
    filled = yaml.safe_load(re.sub(r"\$\{\w+:[-?]([^}]*)\}", r"\1", TEXT))
    parsed = PyCompose.from_json(json.dumps({k: v for k, v in filled.items() if k[:2] != "x-"}))

    assert set(SERVICES) == {"setup", "web", "worker", "beat", "postgres", "redis"}
    assert parsed is not None


@pytest.mark.skipif(not shutil.which("docker-compose"), reason="docker-compose is not installed")
def test_docker_compose_accepts_the_file():
    names = set(re.findall(r"\$\{(\w+):\?", TEXT))
    command = ["docker-compose", "--project-directory", str(ROOT), "config", "-q"]

    done = subprocess.run(
        command, env=dict.fromkeys(names, "x") | {"PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")


def test_what_services_depend_on_and_mount_is_defined():
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        for name, wanted in service.get("depends_on", {}).items():
            is_watched = "healthcheck" in SERVICES[name]
            assert wanted["condition"] == (
                "service_healthy" if is_watched else "service_completed_successfully"
            )
        volumes = {volume.split(":")[0] for volume in service.get("volumes", [])}
        assert volumes <= set(COMPOSE["volumes"])


def test_every_long_running_service_has_a_health_check():
    assert all("healthcheck" in service for name, service in SERVICES.items() if name != "setup")


@pytest.mark.parametrize("name", SERVICES)
def test_every_command_exists(name):
    service = SERVICES[name]
    commands = [service.get("command"), service.get("healthcheck", {}).get("test", [None])[1:]]
    for command in filter(None, commands):
        program = command[0]
        if service["image"] in IMAGE_PROGRAMS:
            assert program in IMAGE_PROGRAMS[service["image"]]
        elif command[1] == "-m":
            assert program == "python"
            assert importlib.util.find_spec(command[2])
        else:
            assert (ROOT / command[1]).exists()


def test_every_setting_it_passes_is_one_that_the_project_reads():
    read = set(
        re.findall(
            r'env\.(?:text|switch|number|words)\(\s*"(\w+)"',
            (ROOT / "config" / "settings.py").read_text(),
        )
    )
    ours = [service for service in SERVICES.values() if service["image"] == "tirada"]

    assert ours
    for service in ours:
        assert set(service["environment"]) <= read


def test_every_variable_is_explained_to_operators():
    manual = (ROOT / "docs" / "operations.md").read_text()
    settings = (ROOT / "config" / "settings.py").read_text()
    read = re.findall(r'env\.(?:text|switch|number|words)\(\s*"(\w+)"', settings)

    for name in {*re.findall(r"\$\{(\w+)", TEXT), *read} - {"TIRADA_TESTING"}:
        assert f"`{name}`" in manual, name


def test_the_example_names_every_variable_without_a_default():
    example = set(re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))

    assert set(re.findall(r"\$\{(\w+):\?", TEXT)) <= example
    assert example <= set(re.findall(r"\$\{(\w+)", TEXT))


def test_the_image_runs_as_an_ordinary_user_and_copies_what_is_there():
    dockerfile = (ROOT / "Dockerfile").read_text()

    assert re.search(r"^USER tirada$", dockerfile, re.MULTILINE)
    for source in re.findall(r"^COPY (\S+)", dockerfile, re.MULTILINE):
        assert (ROOT / source).exists()
    command = json.loads(re.search(r"^CMD (.+)$", dockerfile, re.MULTILINE)[1])
    assert importlib.util.find_spec(command[2])
    assert command[3] == "config.asgi:application"
