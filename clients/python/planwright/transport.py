"""
One POST for one answer, and one POST for a stream of Server-Sent Events: over httpx where it is installed, else over the standard library.
"""

import http.client
import json
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Tuple

from .errors import GraphQLError, TransportError

try:
    import httpx
except ImportError:
    httpx = None  # type: ignore[assignment]

#: What keeps an answer from being read, of either library.
BROKEN = (OSError, http.client.HTTPException, ValueError) + ((httpx.HTTPError, httpx.StreamError) if httpx else ())
LONGEST_RETRY_AFTER = 60.0

Lines = Iterable[str]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is no deployment, and a token is not sent on to where it leads."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)
Opened = Tuple[int, Dict[str, str], Lines]


class Transport:
    """`uses_httpx` chooses the library. httpx keeps connections for the next request."""

    def __init__(self, endpoint: str, headers: Callable[[], Dict[str, str]], timeout: float, uses_httpx: Optional[bool]) -> None:
        if uses_httpx and httpx is None:
            raise RuntimeError("Cannot use httpx: required the package httpx, found none. Install it, or leave uses_httpx out")
        self.endpoint = endpoint
        self._headers = headers
        self._timeout = timeout
        self._client = httpx.Client() if httpx is not None and uses_httpx is not False else None

    def close(self) -> None:
        if self._client is not None:
            self._client.close()

    def send(self, query: str, variables: Dict[str, Any]) -> Dict[str, Any]:
        """The data of the answer. Fields that failed are None in data that is there."""
        try:
            with self._open(query, variables, "application/json", self._timeout) as (status, headers, lines):
                answer = _answer(self.endpoint, status, headers, "\n".join(lines))
        except BROKEN as error:
            raise self._unreachable(error) from error
        data, errors = answer.get("data"), answer.get("errors", [])
        if not data or (errors and all(value is None for value in data.values())):
            raise GraphQLError(errors, _retry_after(headers))
        return data

    def stream(self, query: str, variables: Dict[str, Any], silence: float) -> Iterator[Dict[str, Any]]:
        """The items of a subscription until it is completed. A connection that breaks, or is silent for so long, is a TransportError."""
        try:
            with self._open(query, variables, "text/event-stream", silence) as (status, headers, lines):
                if not headers.get("content-type", "").startswith("text/event-stream"):
                    answer = _answer(self.endpoint, status, headers, "\n".join(lines))
                    raise GraphQLError(answer.get("errors", []), _retry_after(headers))
                for event, data in _events(lines):
                    if event == "complete":
                        return
                    if event == "next":
                        yield json.loads(data)
        except BROKEN as error:
            raise self._unreachable(error) from error
        raise TransportError(f"The connection to {self.endpoint} ended")

    def _unreachable(self, error: Exception) -> TransportError:
        return TransportError(f"Cannot reach {self.endpoint}: {error or type(error).__name__}")

    @contextmanager
    def _open(self, query: str, variables: Dict[str, Any], accept: str, timeout: float) -> Iterator[Opened]:
        body = json.dumps({"query": query, "variables": variables}).encode()
        headers = {"content-type": "application/json", "accept": accept, **self._headers()}
        if self._client is not None:
            with self._client.stream("POST", self.endpoint, content=body, headers=headers, timeout=timeout) as response:
                yield response.status_code, dict(response.headers), _lines(response.iter_bytes())
            return
        request = urllib.request.Request(self.endpoint, data=body, headers=headers, method="POST")
        try:
            answer = _opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            names = {name.lower(): value for name, value in answer.headers.items()}
            yield answer.status, names, (line.decode() for line in answer)


def _answer(endpoint: str, status: int, headers: Dict[str, str], text: str) -> Dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or not ("data" in answer or isinstance(answer.get("errors"), list)):
        message = f"Cannot read the answer of {endpoint}: required JSON with data or errors, found something else with the status {status}"
        raise TransportError(message, status, _retry_after(headers))
    return answer


def _retry_after(headers: Dict[str, str]) -> float:
    value = headers.get("retry-after", "")
    return min(LONGEST_RETRY_AFTER, float(value)) if value.isdigit() else 0.0


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """The lines of a body. Python, and httpx with it, would end a line at characters that JSON has within texts, such as U+2028."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode()
    if rest:
        yield rest.decode()


def _events(lines: Lines) -> Iterator[Tuple[str, str]]:
    event, data = "", []
    for given in lines:
        line = given.rstrip("\r\n")
        if line == "":
            if event != "":
                yield event, "\n".join(data)
            event, data = "", []
        elif line.startswith("event:"):
            event = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[6:] if line.startswith("data: ") else line[5:])
