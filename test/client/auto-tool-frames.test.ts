/** What chat clients make of frames: the flat payload of a call (T28) and the responses that they leave out (T29). */

import { describe, expect, it } from "vitest";
import { flattenAutoToolPayload, isSuppressedFrame } from "../../packages/client/src/resumable.ts";

function toolCall(toolArgs: unknown, more: object = {}, payload: object = {}) {
  const fixed = { agent_name: "ContextAgent", interaction_type: "auto_tool", workflow_name: "Generator" };
  return {
    kind: "tool_call",
    component_type: "ActionPlan",
    payload: { tool_args: toolArgs, ...fixed, ...payload },
    ...more,
  };
}

const rest = { agent_name: "ContextAgent", interaction_type: "auto_tool", workflow_name: "Generator" };

describe("flattenAutoToolPayload", () => {
  it("[T28] unwraps the arguments, then the one that bears the name of the component, and keeps its siblings", () => {
    const frame = toolCall({ ActionPlan: { workflow: { name: "Posts" } }, agent_message: "Review the plan" });
    const before = structuredClone(frame);
    expect(flattenAutoToolPayload(frame)).toEqual({
      ...rest,
      ...{ workflow: { name: "Posts" }, agent_message: "Review the plan" },
    });
    expect(frame).toEqual(before);
  });

  it("[T28] makes of the example of the document what the document says", () => {
    const workflow = { name: "Posts", phases: [{ name: "draft" }] };
    const frame = {
      kind: "tool_call",
      component_type: "ActionPlan",
      payload: {
        tool_args: { ActionPlan: { workflow }, agent_message: "Review the plan" },
        interaction_type: "auto_tool",
      },
    };
    expect(flattenAutoToolPayload(frame)).toEqual({
      workflow,
      agent_message: "Review the plan",
      interaction_type: "auto_tool",
    });
  });

  it("[T28] lets other arguments win over nested content, and nested content over the rest of the payload", () => {
    const nested = { agent_message: "nested", workflow_name: "nested", title: "nested" };
    const frame = toolCall({ agent_message: "sibling", ActionPlan: nested });
    expect(flattenAutoToolPayload(frame)).toEqual({
      ...rest,
      ...{ agent_message: "sibling", workflow_name: "nested", title: "nested" },
    });
  });

  it("[T28] keeps an argument of the component's name that is null, an array or a scalar where it is", () => {
    for (const value of [null, [{ workflow: 1 }], "text", 7]) {
      expect(flattenAutoToolPayload(toolCall({ ActionPlan: value }))).toEqual({ ...rest, ActionPlan: value });
    }
  });

  it("[T28] tells the names of component and argument apart by case, and needs no component", () => {
    const args = { actionplan: { workflow: 1 } };
    expect(flattenAutoToolPayload(toolCall(args))).toEqual({ ...rest, ...args });
    expect(flattenAutoToolPayload(toolCall({ null: { a: 1 } }, { component_type: null }))).toEqual({
      ...rest,
      null: { a: 1 },
    });
  });

  it("[T28] hands back the payload of a frame that is not of an auto-tool, and nothing for one without payload", () => {
    const payload = { tool_args: { a: 1 }, interaction_type: "input" };
    expect(flattenAutoToolPayload({ component_type: "ActionPlan", payload })).toEqual(payload);
    expect(flattenAutoToolPayload(toolCall([1, 2]))).toEqual({ ...rest, tool_args: [1, 2] });
    for (const frame of [{}, { payload: null }, { payload: [1] }, { payload: "text" }]) {
      expect(flattenAutoToolPayload(frame)).toEqual({});
    }
  });

  it("takes __proto__ and constructor for keys like any other", () => {
    const args = JSON.parse('{"ActionPlan":{"__proto__":{"admin":true}},"constructor":1}');
    const flat = flattenAutoToolPayload(toolCall(args));
    expect(Object.getPrototypeOf(flat)).toBe(Object.prototype);
    expect(Object.hasOwn(flat, "__proto__")).toBe(true);
    expect("admin" in flat).toBe(false);
    expect(flat.constructor).toBe(1);
    // The name of a component is not looked up among what every object inherits.
    const inherited = flattenAutoToolPayload(toolCall({ a: 1 }, { component_type: "__proto__" }));
    expect(inherited).toEqual({ ...rest, a: 1 });
    const named = JSON.parse('{"__proto__":{"workflow":1},"a":2}');
    const flattened = flattenAutoToolPayload(toolCall(named, { component_type: "__proto__" }));
    expect(flattened).toEqual({ ...rest, workflow: 1, a: 2 });
    expect(Object.getPrototypeOf(flattened)).toBe(Object.prototype);
  });
});

describe("isSuppressedFrame", () => {
  it("[T29] leaves out successes of auto-tools and shows everything else", () => {
    const response = { kind: "tool_response", interaction_type: "auto_tool", success: true };
    expect(isSuppressedFrame(response)).toBe(true);
    expect(isSuppressedFrame({ ...response, success: false })).toBe(false);
    expect(isSuppressedFrame({ ...response, interaction_type: "input" })).toBe(false);
    expect(isSuppressedFrame(toolCall({}))).toBe(false);
    expect(isSuppressedFrame(Object.create(response))).toBe(false);
  });
});
