/** The page before anything has run: one example that works here, its plan, and its button. */
import "./first-example.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { newKey } from "../../api/new-key.ts";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { Icon } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { navigate, place } from "../../shell/location.ts";
import { editorAddress, executionAddress } from "../../shell/route.ts";
import { mayUse, viewer } from "../../shell/viewer.ts";
import { compactJson } from "./compact-json.ts";
import { type Example, exampleFor } from "./example-choice.ts";
import { exampleMaterial, type RunExampleMutationVariables, runExample } from "./first-example.generated.ts";

type Runnable = Extract<Example, { kind: "RUNNABLE" }>;

/** The inputs of a step from another. */
const references = /(\{\{[^{}]*\}\})/;

/** Characters of a line of the plan on a wide screen. */
const lineLength = 76;

export function FirstExample() {
  const [example, setExample] = useState<Example | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void request(exampleMaterial, {}, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      // A registry that may not be read is one that nothing can be chosen from.
      const found = answer.ok ? answer.data : null;
      setExample(exampleFor(found?.tools?.nodes ?? [], found?.serverInfo?.models ?? []));
    });
    return () => leaving.abort();
  }, []);
  return (
    <section class="panel empty" aria-busy={example === null}>
      {example?.kind === "RUNNABLE" && <RunnableExample example={example} />}
      {example?.kind === "NOTHING_TO_CALL" && <NothingToCall />}
    </section>
  );
}

function RunnableExample({ example }: { readonly example: Runnable }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  const key = useRef(newKey("dashboard-example"));
  const mayNot = viewer.value !== null && !mayUse("EXECUTION_START");
  const { source } = example;
  const sent = compactJson("plan" in source ? source.plan : source, lineLength);
  const run = async () => {
    if (isSending || mayNot) return;
    setSending(true);
    setProblem(null);
    // The key makes a second press after a lost answer find the first start.
    const input = { source: example.source, options: { idempotencyKey: key.current } };
    const { path } = place.peek();
    const answer = await request(runExample, { input } as RunExampleMutationVariables);
    setSending(false);
    const payload = answer.ok ? answer.data.executePlan : null;
    if (payload?.execution != null) {
      // Who went elsewhere meanwhile is not called back.
      if (place.peek().path === path) navigate(executionAddress(payload.execution.id));
      return;
    }
    key.current = newKey("dashboard-example");
    setProblem(
      payload?.errors[0] ??
        (answer.ok
          ? (answer.problems[0] ?? { code: "UNKNOWN", message: "The server gave no reason" })
          : answer.problem),
    );
  };
  return (
    <>
      <div class="say">
        <h2>{example.title}</h2>
        <p>{example.says}</p>
        <div class="row">
          <button
            class="btn primary"
            type="button"
            aria-disabled={isSending || mayNot}
            aria-describedby={mayNot ? "example-not" : undefined}
            onClick={() => void run()}
          >
            <Icon name="play" small />
            {isSending ? "Starting" : "Run this example"}
          </button>
          <a class="btn" href={"plan" in source ? editorAddress({ document: source.plan }) : "/run"}>
            {"plan" in source ? "Open in the editor" : "Write your own"}
          </a>
        </div>
        {mayNot && (
          <p class="soft small" id="example-not">
            Needs the scope EXECUTION_START.
          </p>
        )}
        <p class="soft small">
          {example.needsModel
            ? "A language model is called, which may cost something."
            : "No model is called, nothing is spent."}
        </p>
        {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="code" tabIndex={0} aria-label="The plan">
        <pre class="json">
          {sent.split(references).map((part, at) =>
            at % 2 === 0 ? (
              <InertText key={at} text={part} />
            ) : (
              <span key={at} class="reference">
                {part}
              </span>
            ),
          )}
        </pre>
      </section>
    </>
  );
}

const registrationText = `mutation {
  registerMcpServer(input: {
    name: "example"
    url: "https://tools.example/mcp"
  }) {
    errors { code message }
  }
}`;

function NothingToCall() {
  return (
    <>
      <div class="say">
        <h2>Nothing has run yet</h2>
        <p>
          No tool is registered that could be called, and no language model that could answer. Register an MCP server
          with the mutation beside, or run a plan of your own.
        </p>
        <div class="row">
          <a class="btn primary" href="/registry">
            See the registry
          </a>
          <a class="btn" href="/run">
            Write a plan
          </a>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="code" tabIndex={0} aria-label="How to register a server">
        <pre class="json">{registrationText}</pre>
      </section>
    </>
  );
}
