/** The text of children while the page shows their parent. */
import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import type { ExecutionStore, StepRow, WrittenText } from "../../../dashboard/execution/store/execution-model.ts";
import { followChildren } from "../../../dashboard/execution/store/follow-children.ts";
import type { OpenChild } from "../../../dashboard/execution/timeline/timeline-children.ts";
import { stepRow } from "./step-row.ts";

function fakeStore(executionId: string) {
  const rows = signal<readonly StepRow[]>([]);
  const texts = signal<readonly WrittenText[]>([]);
  const head = signal<{ readonly finishedAt: string | null } | null>({ finishedAt: null });
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const store = { executionId, rows, texts, head, close } as unknown as ExecutionStore;
  return { store, rows, texts, head, isClosed: () => isClosed };
}

const runs = (stepId: string, childExecutionId: string) => stepRow(stepId, { status: "RUNNING", childExecutionId });
const text = (said: string, startedAt: number): WrittenText => ({
  ...{ streamId: "s", stepId: null, text: said, startedAt, isOpen: true },
});

it("[N636] is that which was begun last below a running step, of at most three children at a time, each closed when its step ends", () => {
  const parent = fakeStore("parent");
  const made = new Map<string, ReturnType<typeof fakeStore>>();
  const open = (id: string) => {
    const fake = fakeStore(id);
    made.set(id, fake);
    return fake.store;
  };
  const unfolded = signal<ReadonlyMap<string, OpenChild>>(new Map());
  const { end, found } = followChildren(parent.store, { opened: unfolded }, open);
  expect(found.value).toBeNull();
  parent.rows.value = ["a", "b", "c", "d"].map((id) => runs(id, `child ${id}`));
  expect([...made.keys()]).toEqual(["child a", "child b", "child c"]);
  for (const [at, fake] of [...made.values()].entries()) fake.texts.value = [text(`text ${at}`, 10 - at)];
  expect(found.value).toEqual({ path: ["a"], text: "text 0", isOpen: true });
  // Room is left by a child that ended, also for one within a child.
  parent.rows.value = [runs("b", "child b")];
  made.get("child b")?.rows.peek();
  const b = made.get("child b");
  if (b === undefined) throw new Error("child b is open");
  b.rows.value = [runs("deep", "grandchild")];
  expect([made.get("child a")?.isClosed(), made.get("child c")?.isClosed(), b.isClosed()]).toEqual([true, true, false]);
  const deep = made.get("grandchild");
  if (deep === undefined) throw new Error("the grandchild is open");
  deep.texts.value = [text("deep down", 99)];
  expect(found.value).toMatchObject({ path: ["b", "deep"], text: "deep down" });
  // What is unfolded is followed there.
  const shown = fakeStore("child b");
  unfolded.value = new Map([["b", { executionId: "child b", store: shown.store, isFollowed: true }]]);
  expect(b.isClosed()).toBe(true);
  parent.head.value = { finishedAt: "2026-01-01T00:00:00.000Z" };
  expect([found.value, deep.isClosed()]).toEqual([null, true]);
  end();
});
