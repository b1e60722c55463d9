/**
 * Frames of the document Auto-tools, as its chat clients read them: the data of a `tool_call` for a component (T28), and the
 * `tool_response` frames that are not shown (T29). Keys are data: `__proto__` is one like any other. Nothing is imported, so that the
 * server uses the very same functions.
 */

/** A frame, such as `ExecutionEvent.chatFrame`. */
export interface ChatFrame {
  readonly [key: string]: unknown;
}

/**
 * The payload of a `tool_call` with everything at the top level. First the arguments of the tool take the place of `tool_args`; then, if one
 * of them bears the name of the component and is an object, its content takes its place, as models of structured output are wrapped in their
 * name. Where keys collide, other arguments win over that content, and it over the rest of the payload. The payload of any other frame is
 * handed back as it is; `{}` if there is none.
 */
export function flattenAutoToolPayload(frame: ChatFrame): { [key: string]: unknown } {
  const payload = own(frame, "payload");
  if (!isPlainObject(payload)) return {};
  const args = own(payload, "tool_args");
  if (own(payload, "interaction_type") !== "auto_tool" || !isPlainObject(args)) return { ...payload };
  const { tool_args: _, ...rest } = payload;
  const component = own(frame, "component_type");
  const nested = typeof component === "string" ? own(args, component) : undefined;
  if (typeof component !== "string" || !isPlainObject(nested)) return { ...rest, ...args };
  const { [component]: __, ...others } = args;
  return { ...rest, ...nested, ...others };
}

/** Whether a chat client leaves the frame out: the success of a tool that ran by itself, whose component shows it. Failures are shown. */
export function isSuppressedFrame(frame: ChatFrame): boolean {
  return own(frame, "interaction_type") === "auto_tool" && own(frame, "success") === true;
}

/** A member that the object itself has; never one of a prototype. */
function own(object: ChatFrame, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Null and arrays are objects to `typeof` alone. */
function isPlainObject(value: unknown): value is ChatFrame {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
