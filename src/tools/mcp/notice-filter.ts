/**
 * Takes the notifications of progress and of logs out of a stream of events, before anything is kept of it or counted: a server may send
 * many during a long call, and its answer is bounded without them. The rest is the stream of a server without notifications. The id and the
 * reconnection time of such an event stay too, because a stream is resumed by them. Events of an unusual form stay.
 */

import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../json/json.ts";
import { isWithin } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import { eventIn } from "./stream-event.ts";

/** UTF-16 code units of an event that may be a notification. A longer one is not waited for, and stays. */
const longestNotice = 1_200_000;

/** The slash as JSON may write it; PHP escapes it. */
const likeNotice = /"notifications\\?\//;
const methods: ReadonlySet<Json | undefined> = new Set(["notifications/progress", "notifications/message"]);

export class NoticeFilter {
  readonly #onNotice: (notification: JsonObject, length: number) => void;
  /** Of an event that is not whole. */
  #rest = "";
  /** How much of it was searched for its end. */
  #searched = 0;
  /**
   * The bytes that are passed on: the rest of an event that is too long, or everything, because a lone return ends lines in a way of its
   * own.
   */
  #letsThrough: "NOTHING" | "EVENT" | "ALL" = "NOTHING";
  /** Id and time to reconnect of the notifications that were taken out since something stayed. */
  #resumption = "";

  /** `onNotice` is called with each notification and the UTF-16 code units that were taken out with it. */
  constructor(onNotice: (notification: JsonObject, length: number) => void) {
    this.#onNotice = onNotice;
  }

  /** The kept part of the whole events in `text` and in the bytes held back before it. */
  take(text: string): string {
    if (this.#letsThrough === "ALL") return text;
    const all = this.#rest + text;
    // A return at the end may be half of an end of line.
    if (/\r(?!\n|$)/.test(all.slice(Math.max(0, this.#searched - 1)))) {
      this.#letsThrough = "ALL";
      this.#rest = all;
      return this.end();
    }
    const endOfEvent = /\r?\n\r?\n/g;
    endOfEvent.lastIndex = Math.max(0, this.#searched - 3);
    let [stays, start] = ["", 0];
    while (endOfEvent.test(all)) {
      const event = all.slice(start, endOfEvent.lastIndex);
      start = endOfEvent.lastIndex;
      stays += this.#letsThrough === "EVENT" ? event : this.#stayingOf(event);
      this.#letsThrough = "NOTHING";
    }
    this.#rest = all.slice(start);
    this.#searched = this.#rest.length;
    if (this.#letsThrough === "NOTHING" && this.#rest.length <= longestNotice) return stays;
    this.#letsThrough = "EVENT";
    return stays + this.end();
  }

  /** Everything that is held back. */
  end(): string {
    const text = this.#resumption + this.#rest;
    this.#resumption = "";
    this.#rest = "";
    this.#searched = 0;
    return text;
  }

  #stayingOf(event: string): string {
    const notification = notificationIn(event);
    if (notification === undefined) {
      const stays = this.#resumption + event;
      this.#resumption = "";
      return stays;
    }
    const fields = event.split(/\r?\n/).filter((line) => /^(?:id|retry):/.test(line));
    if (fields.length > 0) this.#resumption = `${fields.join("\n")}\ndata:\n\n`;
    this.#onNotice(notification, event.length);
    return "";
  }
}

/** Undefined if the event is anything else. */
function notificationIn(event: string): JsonObject | undefined {
  // Most events are answers, and those are parsed once, by their reader.
  if (!likeNotice.test(event) || !isWithin(event, maxJson)) return undefined;
  const found = eventIn(event);
  if (typeof found === "string") return undefined;
  const message = jsonIn(found.data);
  const isNotice = isJsonObject(message) && methods.has(message.method) && !Object.hasOwn(message, "id");
  return isNotice ? message : undefined;
}
