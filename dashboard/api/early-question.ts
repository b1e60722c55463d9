/**
 * The first question of a page, asked by a small script while the scripts of the page are loaded, and its answer, which the page takes when it
 * asks the same in the name of the same caller: once, and not if it is old. Where the page comes first, the small script asks nothing.
 */
import { post } from "./post.ts";

export interface EarlyQuestion {
  readonly body: string;
  /** The headers that proved who asked, as JSON. */
  readonly proof: string;
  /** Time of this machine, Unix milliseconds. */
  readonly sentAt: number;
  readonly answer: Promise<Response>;
}

/** Both scripts have it in common. */
const shared = globalThis as unknown as { earlyQuestion?: EarlyQuestion | undefined; pageHasBegun?: boolean };

/** An answer that nobody took for so long says too little of now. */
const staleMs = 15_000;

/** The page asks by itself from now on. */
export function beginPage(): void {
  shared.pageHasBegun = true;
}

/** Asks, unless the page has begun: on a slow connection either script may come first. */
export function askEarly(body: string, proof: Readonly<Record<string, string>>): void {
  if (shared.pageHasBegun === true) return;
  const answer = post(body, proof);
  // Of a failure the page hears if it takes the answer.
  answer.catch(() => undefined);
  shared.earlyQuestion = { body, proof: JSON.stringify(proof), sentAt: Date.now(), answer };
}

/** When this question was asked, if its answer can still be taken. Null if it cannot. */
export function askedEarly(body: string): number | null {
  const { earlyQuestion } = shared;
  if (earlyQuestion?.body !== body || Date.now() - earlyQuestion.sentAt >= staleMs) return null;
  return earlyQuestion.sentAt;
}

/** The answer to this question in the name of this caller, for who asks first. Null if it was not asked. */
export function takeEarly(body: string, proof: Readonly<Record<string, string>>): EarlyQuestion | null {
  const { earlyQuestion } = shared;
  if (earlyQuestion === undefined || askedEarly(body) === null) return null;
  if (earlyQuestion.proof !== JSON.stringify(proof)) return null;
  shared.earlyQuestion = undefined;
  return earlyQuestion;
}
