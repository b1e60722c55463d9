"""
The client of a Planwright deployment. A start is made exactly once, whatever the network does: its key is made before the first try. What is
watched continues from its cursor over any number of connections.
"""

import random
import time
import uuid
from typing import Any, Callable, Dict, Iterator, List, Optional, Union, cast

from . import operations_generated as operations
from .errors import GraphQLError, PlanwrightError, Refused
from .operations_generated import (
    Execution,
    ExecutionEvent,
    ExecutionEventFilter,
    ExecutionFilter,
    ExecutionSummary,
    HumanInputResponseInput,
    InboxItem,
    PlanInput,
    PlanSourceInput,
)
from .transport import Transport

Token = Union[str, Callable[[], str]]

ENDED = frozenset({"SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"})
#: Seconds between the heartbeats of a stream; one that is silent for two and a half of them is broken.
HEARTBEAT = 15.0
SILENCE = 2.5 * HEARTBEAT


def growing_delay(count: int, at_least: float) -> None:
    """Half a second, doubled each time up to fifteen, a little apart from others that lost the same server."""
    time.sleep(max(at_least, min(15.0, 0.25 * 2.0 ** min(count, 10)) * random.uniform(0.5, 1.0)))


class Planwright:
    """
    `url` is the address of the deployment. `token` is a bearer token, or gives the one of now for each request. `attempts` says how often a
    request is sent before its failure is raised. `delay` waits before the `count`th repetition. Raises `PlanwrightError`.
    """

    def __init__(
        self,
        url: str,
        token: Optional[Token] = None,
        attempts: int = 5,
        timeout: float = 60.0,
        delay: Callable[[int, float], None] = growing_delay,
        uses_httpx: Optional[bool] = None,
    ) -> None:
        endpoint = url.rstrip("/") if url.rstrip("/").endswith("/graphql") else url.rstrip("/") + "/graphql"
        self._token = token
        self._attempts = attempts
        self._delay = delay
        self._transport = Transport(endpoint, self._headers, timeout, uses_httpx)

    def __enter__(self) -> "Planwright":
        return self

    def __exit__(self, *_: Any) -> None:
        self._transport.close()

    def run(self, source: Union[str, PlanInput, PlanSourceInput], **options: Any) -> Execution:
        """
        Starts an execution of a plan (`{"steps": [...]}`), of a prompt in words, or of a whole `PlanSourceInput`. `options` are the fields of
        `ExecutionOptionsInput`, and `bindings`, `onInvalidPlan` and `respond`.
        """
        beside = {name: options.pop(name) for name in ("bindings", "onInvalidPlan", "respond") if name in options}
        return self._start(operations.EXECUTE_PLAN, {"source": _source(source), **beside}, options)

    def ask(self, query: str, **options: Any) -> Execution:
        """Asks a question. `options` are the fields of `AskInput` and of `ExecutionOptionsInput`."""
        names = ("agentInstructions", "history", "respond", "routing", "sessionContext", "usageHints")
        beside = {name: options.pop(name) for name in names if name in options}
        return self._start(operations.ASK, {"query": query, **beside}, options)

    def retry(self, execution_id: str, **options: Any) -> Execution:
        """Runs an execution that has ended again as a new one. `options` may hold `fromStepId` and `callAgain`."""
        beside = {name: options.pop(name) for name in ("callAgain", "fromStepId") if name in options}
        return self._start(operations.RETRY_EXECUTION, {"executionId": execution_id, **beside}, options)

    def fork(self, execution_id: str, from_step_id: str, **options: Any) -> Execution:
        """Starts a new execution from a step of one that has ended. `options` may hold `arguments`, `bindings` and `callAgain`."""
        beside = {name: options.pop(name) for name in ("arguments", "bindings", "callAgain") if name in options}
        given = {"executionId": execution_id, "fromStepId": from_step_id, **beside}
        return self._start(operations.FORK_EXECUTION, given, options)

    def cancel(self, execution_id: str, reason: Optional[str] = None, force: bool = False) -> Execution:
        given = {"executionId": execution_id, "reason": reason, "force": force}
        return cast(Execution, self._payload(operations.CANCEL_EXECUTION, given)["execution"])

    def answer(self, request_id: str, response: HumanInputResponseInput) -> InboxItem:
        """Answers a request for human input. An answer that was lost on its way back counts as given."""
        try:
            payload = self._payload(operations.RESPOND_TO_HUMAN_INPUT, {"requestId": request_id, "response": response})
        except Refused as refused:
            same = self._answered_by_same(request_id, response) if refused.code == "ALREADY_RESOLVED" else None
            if same is None:
                raise
            return same
        return cast(InboxItem, payload["request"])

    def execution(self, execution_id: str) -> Optional[Execution]:
        """One execution. None if there is none, or it cannot be seen."""
        return cast(Optional[Execution], self.request(operations.ONE_EXECUTION, {"by": {"id": execution_id}})["execution"])

    def executions(self, filter: Optional[ExecutionFilter] = None, first: int = 25) -> List[ExecutionSummary]:
        """The newest executions that match."""
        data = self.request(operations.EXECUTIONS, {"filter": filter, "first": first})
        return cast(List[ExecutionSummary], data["executions"]["nodes"])

    def inbox(self, first: int = 25) -> List[InboxItem]:
        """The requests that wait for a person."""
        return cast(List[InboxItem], self.request(operations.INBOX, {"first": first})["humanInputRequests"]["nodes"])

    def watch(
        self, execution_id: str, after: Optional[str] = None, filter: Optional[ExecutionEventFilter] = None
    ) -> Iterator[ExecutionEvent]:
        """
        The events of an execution until it has ended: each once, in order. Goes on for as long as the deployment cannot be reached. Raises
        LookupError if retention has removed events before they were read, and GraphQLError with the code NOT_FOUND if there is no such
        execution, it cannot be seen, or it is deleted.
        """
        cursor, lost, was_refused, status = after, 0, False, None
        while True:
            variables = {"executionId": execution_id, "after": cursor, "filter": filter}
            try:
                for item in self._transport.stream(operations.EXECUTION_EVENTS, variables, SILENCE):
                    if item.get("errors") or not item.get("data"):
                        raise GraphQLError(item.get("errors", []))
                    lost, was_refused = 0, False
                    batch = item["data"]["batch"]
                    status = batch["status"]
                    if batch["gap"] is not None:
                        raise LookupError(f"Cannot watch {execution_id}: the events {batch['gap']} were removed")
                    for event in batch["events"]:
                        yield event
                        cursor = event["cursor"]
                    cursor = item.get("extensions", {}).get("cursor", cursor)
                if status not in ENDED:
                    raise _missing(execution_id)
                return
            except PlanwrightError as error:
                may_be_renewed = self._may_be_renewed(error) and not was_refused
                if not error.is_transient and not may_be_renewed:
                    raise
                was_refused, lost = may_be_renewed, lost + 1
                self._delay(lost, error.retry_after)

    def finished(self, execution_id: str) -> Execution:
        """One execution once it has ended."""
        while True:
            execution = self.execution(execution_id)
            if execution is None:
                raise _missing(execution_id)
            if execution["status"] in ENDED:
                return execution
            for _ in self.watch(execution_id, after=execution["cursor"], filter={"types": ["EXECUTION_FINISHED"]}):
                pass

    def request(self, operation: str, variables: Dict[str, Any], is_repeatable: Optional[bool] = None) -> Dict[str, Any]:
        """The data of an operation of your own. A mutation is sent once, unless `is_repeatable` says that it may be done twice."""
        repeatable = not operation.lstrip().startswith("mutation") if is_repeatable is None else is_repeatable
        attempt, was_refused = 1, False
        while True:
            try:
                return self._transport.send(operation, variables)
            except PlanwrightError as error:
                if self._may_be_renewed(error) and not was_refused:
                    was_refused = True
                    continue
                if not error.is_transient or not repeatable or attempt >= self._attempts:
                    raise
                self._delay(attempt, error.retry_after)
                attempt += 1

    def _headers(self) -> Dict[str, str]:
        token = self._token() if callable(self._token) else self._token
        return {"authorization": f"Bearer {token}"} if token else {}

    def _may_be_renewed(self, error: PlanwrightError) -> bool:
        """A refused token is not the last word if another one can be had."""
        return callable(self._token) and error.code == "UNAUTHENTICATED"

    def _start(self, operation: str, given: Dict[str, Any], options: Dict[str, Any]) -> Execution:
        keyed = {"idempotencyKey": uuid.uuid4().hex, **options}
        return cast(Execution, self._payload(operation, {**given, "options": keyed})["execution"])

    def _payload(self, operation: str, given: Dict[str, Any]) -> Dict[str, Any]:
        payload = self.request(operation, {"input": given}, is_repeatable=True)["answer"]
        if payload["errors"]:
            raise Refused(payload["errors"])
        return cast(Dict[str, Any], payload)

    def _answered_by_same(self, request_id: str, response: HumanInputResponseInput) -> Optional[InboxItem]:
        data = self.request(operations.ANSWERED_REQUEST, {"id": request_id})
        request, subject = data["node"], data["viewer"]["subject"]
        if request is None or request["respondedBy"] != subject:
            return None
        stored = (request.pop("response") or {}).get("value") or {}
        if response.get("decline") is not None:
            is_same = request["status"] == "DECLINED" and (request["reason"] or "") == response["decline"]
        else:
            is_same = request["status"] == "ACCEPTED" and stored == (response.get("accept") or {})
        return cast(InboxItem, request) if is_same else None


def _missing(execution_id: str) -> GraphQLError:
    message = f"there is no execution {execution_id}, or it cannot be seen"
    return GraphQLError([{"message": message, "extensions": {"code": "NOT_FOUND"}}])


def _source(source: Union[str, PlanInput, PlanSourceInput]) -> Dict[str, Any]:
    if isinstance(source, str):
        return {"prompt": {"text": source}}
    return {"plan": source} if "steps" in source else cast(Dict[str, Any], source)
