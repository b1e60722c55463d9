/**
 * The frames that an object sent last, parsed once. An object sends the same text to all its watchers, and many of them may live in one
 * isolate, so they share the parsed frame and what is made of it. Only values that nobody changes are shared between requests.
 */

/** Frames that are kept: watchers of some objects that are sent something at the same time. */
const maxFrames = 32;

/** Larger frames are pages of a replay, which nobody shares. */
const maxLength = 65_536;

const frames = new Map<string, unknown>();

/** The JSON value of `text`. */
export function parseFrame(text: string): unknown {
  if (text.length > maxLength) return JSON.parse(text);
  const known = frames.get(text);
  if (known !== undefined) return known;
  const frame: unknown = JSON.parse(text);
  frames.set(text, frame);
  const [oldest] = frames.keys();
  if (oldest !== undefined && frames.size > maxFrames) frames.delete(oldest);
  return frame;
}
