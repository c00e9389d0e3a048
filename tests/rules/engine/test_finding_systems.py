"""Systems are found by looking, and the pure packages stay pure."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from rules.engine import system as systems

ROOT = Path(__file__).parents[3]


def python(code, *paths):
    path = ":".join([*map(str, paths), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={"PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_engine_systems_and_conformance_load_without_django_and_without_a_clock():
    done = python(
        """
        import sys
        import rules.conformance.__main__
        from rules.engine import system
        assert system.installed()
        banned = {"django", "celery", "redis"} & set(sys.modules)
        assert not banned, banned
        """
    )

    assert done.returncode == 0, done.stderr


def test_a_plug_in_is_found_by_its_entry_point(tmp_path):
    (tmp_path / "dragons.py").write_text(
        "class Dragons:\n    id = 'dragons'\n\n\nSYSTEM = Dragons()\n", encoding="utf-8"
    )
    info = tmp_path / "dragons-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: dragons\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[tirada.systems]\ndragons = dragons:SYSTEM\n", encoding="utf-8"
    )

    done = python(
        """
        from rules.engine import system
        assert system.get("dragons").id == "dragons"
        assert "savage_adventure" in [found.id for found in system.installed()]
        """,
        tmp_path,
    )

    assert done.returncode == 0, done.stderr


def test_a_system_that_is_not_installed_is_a_lookup_error():
    with pytest.raises(LookupError, match="chess"):
        systems.get("chess")
