"""Why a call gives no value."""

from typing import Any, List, Optional

from .operations_generated import UserError

PASSING = frozenset({"UNAVAILABLE", "RATE_LIMITED"})


class PlanwrightError(Exception):
    """`code` says what went wrong; `is_transient` whether the same may work later."""

    def __init__(self, code: str, message: str, is_transient: bool = False, retry_after: float = 0.0) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.is_transient = is_transient
        #: Seconds that the deployment wants to be left alone.
        self.retry_after = retry_after


class TransportError(PlanwrightError):
    """No answer of the deployment was read. `status` is that of an answer of somebody else, such as a proxy."""

    def __init__(self, message: str, status: Optional[int] = None, retry_after: float = 0.0) -> None:
        is_transient = status is None or status in (200, 408, 429) or status >= 500
        super().__init__("TRANSPORT", message, is_transient, retry_after)
        self.status = status


class GraphQLError(PlanwrightError):
    """The deployment refused the request as a whole, such as with `FORBIDDEN` or `NOT_FOUND`."""

    def __init__(self, errors: List[Any], retry_after: float = 0.0) -> None:
        first = errors[0] if errors else {}
        codes = [error.get("extensions", {}).get("code", "UNKNOWN") for error in errors] or ["UNKNOWN"]
        message = first.get("message", "the deployment answered without data and without an error")
        super().__init__(codes[0], message, not PASSING.isdisjoint(codes), retry_after)
        self.errors = errors


class Refused(PlanwrightError):
    """The deployment did not do it, and says what the caller can correct."""

    def __init__(self, errors: List[UserError]) -> None:
        super().__init__(errors[0]["code"], errors[0]["message"])
        self.errors = errors
