"""Every setting of the census in one class, read from the environment (prefix DECKCENSUS_)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from schema.errors import ConfigurationError
from schema.urls import split_url

SITES: tuple[str, ...] = ("dm-edh", "dm-official")
# As DuckDB takes it: bytes in units of 1000 or 1024, or a share of the machine's.
_AMOUNT = re.compile(r"\d+(\.\d+)?\s*([KMGT]i?B|B|%)", re.IGNORECASE)
Named = TypeVar("Named", tuple[str, ...], dict[str, float], dict[str, str])


class Settings(BaseSettings):
    """The settings; the command line overrides home, sites and bases.

    Dictionaries are given as JSON, lists with commas: `DECKCENSUS_PACE='{"dm-edh": 5}'`,
    `DECKCENSUS_SITES=dm-edh`.
    """

    model_config = SettingsConfigDict(
        env_prefix="DECKCENSUS_", frozen=True, extra="ignore", env_ignore_empty=True
    )

    home: Path = Field(Path("census"), description="where everything is kept")
    contact: str | None = Field(
        None,
        description="an address or URL of the operator, sent in the user agent; a live crawl needs it",
    )
    sites: Annotated[tuple[str, ...], NoDecode] = Field(
        SITES, description="which sites are on, with commas between"
    )
    pace: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]] = Field(
        default_factory=dict, description="seconds between two requests to a site, where not its default"
    )
    base: dict[str, str] = Field(
        default_factory=dict, description="another address for a site, as `--base` gives it"
    )
    official_budget: int = Field(
        200, ge=0, description="requests a night to the official card database, without `--full`"
    )
    webhook: str | None = Field(None, description="a URL that gets the night's summary as JSON")
    memory_limit: str = Field("2GB", description="DuckDB's memory; beyond it, work spills to disk")
    cron: str = Field("30 4 * * *", description="when `serve` starts the night")
    timezone: str = Field("Asia/Tokyo", description="the time zone of the schedule and of `today`")
    stale_after: int = Field(
        36, ge=1, description="hours without a good night after which `doctor` reports a site"
    )

    @field_validator("sites", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return (
            tuple(part.strip() for part in value.split(",") if part.strip())
            if isinstance(value, str)
            else value
        )

    @field_validator("sites", "pace", "base")
    @classmethod
    def _known(cls, value: Named) -> Named:
        unknown = sorted(set(value) - set(SITES))
        if unknown:
            raise ValueError(f"no such site: {', '.join(unknown)} (there are {', '.join(SITES)})")
        return value

    @field_validator("memory_limit")
    @classmethod
    def _amount(cls, value: str) -> str:
        if not _AMOUNT.fullmatch(value.strip()):
            raise ValueError(f"no amount of memory: {value} (such as 2GB)")
        return value.strip()

    @field_validator("webhook")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is not None and not is_base(value):
            raise ValueError("no URL (such as https://example.org/hook)")
        return value

    @field_validator("base")
    @classmethod
    def _addresses(cls, value: dict[str, str]) -> dict[str, str]:
        for url in value.values():
            if not is_base(url):
                raise ValueError(f"no address of a site: {url} (such as http://127.0.0.1:8080)")
        return {site: url.rstrip("/") for site, url in value.items()}


def is_base(url: str) -> bool:
    """Whether a text is an address under which a site can answer."""
    parts = split_url(url)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0


def load_settings() -> Settings:
    """Read the settings. Raises ConfigurationError naming the variable and the reason."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        setting, *keys = (str(part) for part in first["loc"])
        name = ": ".join((f"DECKCENSUS_{setting.upper()}", *keys))
        raise ConfigurationError(
            f"{name}: {first['msg'].removeprefix('Value error, ')}",
            hint="see the settings table in the README",
        ) from error
    except ValueError as error:  # JSON of a dictionary that cannot be read
        field = re.search(r'field "(\w+)"', str(error))
        name = f"DECKCENSUS_{field[1].upper()}" if field else "a setting"
        raise ConfigurationError(
            f"{name} is no JSON", hint="""dictionaries are JSON, as DECKCENSUS_PACE='{"dm-edh": 5}'"""
        ) from error
