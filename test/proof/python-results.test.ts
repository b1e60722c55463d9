/** Results of suites in Python, as unittest prints them and pytest writes them: each outcome is read for what it is. */
import { expect, it } from "vitest";
import { scenariosOfJunit } from "./junit.ts";
import { scenariosOfUnittest } from "./trace-context/trace-context-suite.ts";

it("[N161] results that unittest prints are read with the last line of each failure", () => {
  const output = `harness listening on http://127.0.0.1:7777
test_a (__main__.TraceTest)
harness sends a request ... ok
test_b (__main__.TraceTest.test_b)
harness sends another ... FAIL
test_c (__main__.TraceTest) ... skipped 'strict'

======================================================================
FAIL: test_b (__main__.TraceTest.test_b)
harness sends another
----------------------------------------------------------------------
Traceback (most recent call last):
  File "test.py", line 1, in test_b
AssertionError: '1' != '2'

----------------------------------------------------------------------
Ran 3 tests in 0.1s
`;
  expect(scenariosOfUnittest(output)).toEqual([
    { name: "TraceTest.test_a", outcome: "passed", detail: "ok" },
    { name: "TraceTest.test_b", outcome: "failed", detail: "AssertionError: '1' != '2'" },
    { name: "TraceTest.test_c", outcome: "skipped", detail: "skipped 'strict'" },
  ]);
});

it("[N161] results that pytest writes are read, errors as failures and expected failures as skipped", () => {
  const xml = `<?xml version="1.0"?><testsuites><testsuite>
    <testcase classname="tests.compatibility.a.TestA" name="test_one[jsonrpc]" time="0.1" />
    <testcase classname="tests.a" name="two"><failure message="expected &lt;1&gt;&#10;found 2">trace</failure></testcase>
    <testcase classname="tests.a" name="three"><error message="failed on setup">trace</error></testcase>
    <testcase classname="tests.a" name="four"><skipped type="pytest.skip" message="no transport">x</skipped></testcase>
  </testsuite></testsuites>`;
  expect(scenariosOfJunit(xml)).toEqual([
    { name: "a.TestA::test_one[jsonrpc]", outcome: "passed", detail: "" },
    { name: "a::two", outcome: "failed", detail: "expected <1>\nfound 2" },
    { name: "a::three", outcome: "failed", detail: "failed on setup" },
    { name: "a::four", outcome: "skipped", detail: "no transport" },
  ]);
});
