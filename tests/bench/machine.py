"""What it was measured on."""

import os
import platform
import subprocess
from pathlib import Path

from tests.bench.house import House


def machine(house: House) -> dict[str, object]:
    return {
        "processor": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count(),
        "memory": _field("/proc/meminfo", "MemTotal"),
        "system": platform.platform(),
        "python": platform.python_version(),
        "postgresql": house.ask("SHOW server_version"),
        "load_before": round(os.getloadavg()[0], 2),  # what others were doing
        "commit": _output("git", "rev-parse", "--short", "HEAD"),
    }


def _field(file: str, name: str) -> str | None:
    try:
        lines = Path(file).read_text().splitlines()
    except OSError:
        return None
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(name)), None)


def _output(*command: str) -> str | None:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
