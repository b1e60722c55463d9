"""Starts a plan, follows it, answers what it asks, and prints how it ended."""

import sys

from planwright import Planwright, Refused

with Planwright(sys.argv[1]) as planwright:
    steps = [
        {"tool": {"toolName": "slow", "arguments": {"ms": 300}}},
        {"humanInput": {"prompt": "Go on?"}},
    ]
    try:
        execution = planwright.run({"steps": steps})
    except Refused as refused:
        sys.exit(f"{refused.message} at {refused.errors[0]['path']}")
    for event in planwright.watch(execution["id"]):
        print(event["sequence"], event["type"], flush=True)
        if event["__typename"] == "StepWaiting" and event["request"] is not None:
            planwright.answer(event["request"]["id"], {"accept": {}})
    print(planwright.finished(execution["id"])["status"])
