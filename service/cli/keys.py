"""`meeplog keys`: which keys the house has. Private parts are never shown."""

from pathlib import Path

from infra.keys import SigningKey, load_service_key, load_signing_key
from service.cli.failure import Failure
from service.cli.output import console, print_json, print_table
from service.cli.parser import Arguments
from service.cli.servers import settings_of


def signing_key(asked: Arguments) -> SigningKey:
    """The key that `--key` names, the house's own without a file. Raises `KeyUnusable`, `Failure`."""
    file = settings_of(asked).signing_key_file if asked.key == Path() else asked.key
    if not file.exists():
        raise Failure(f"there is no key file {file}")
    return load_signing_key(file)


def run(asked: Arguments) -> int:
    settings = settings_of(asked)
    if asked.what == "rotate":
        aside = _rotate(settings.signing_key_file)
        if not asked.json:
            console.print(f"the old key is set aside as {aside}; restart the service")
    for file in (settings.signing_key_file, settings.key_file):
        if not file.exists():
            raise Failure(f"there is no key file {file}: `meeplog serve` makes it at its first start")
    signing, service = load_signing_key(settings.signing_key_file), load_service_key(settings.key_file)
    if asked.json:
        files = {"signing_key_file": str(settings.signing_key_file), "service_key_file": str(settings.key_file)}
        print_json({"public_key": signing.public_key.hex(), "service_key_id": service.id, **files})
    else:
        rows = [
            ("signs seals", f"public key {signing.public_key.hex()}", settings.signing_key_file),
            ("hides seeds", f"key {service.id}", settings.key_file),
        ]
        print_table(("what for", "which", "file"), rows)
    return 0


def _rotate(file: Path) -> Path:
    """A new key signs from the next start of the service on; where the old one went. Old seals hold for ever: each
    names its own key."""
    if not file.exists():
        raise Failure(f"there is no key file {file}")
    old = load_signing_key(file).public_key.hex()
    aside = file.with_name(f"{file.name}.{old[:16]}")
    file.rename(aside)
    load_signing_key(file)
    return aside
