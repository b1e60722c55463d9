import { describe, expect, it } from "vitest";
import { Mailbox, maxKeptBytes, maxKeptOfAddress } from "../../../src/durable/tenant/mailbox.ts";
import type { EventSending } from "../../../src/execution/commands/sent-event.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const minuteMs = 60_000;
let sent = 0;

function sending(more: Partial<EventSending> = {}): EventSending {
  sent += 1;
  const facts = { name: "n", correlation: "", eventId: `e${sent}`, payload: null };
  return { ...facts, keepMs: minuteMs, sentBy: "someone", ...more };
}

describe("a mailbox", () => {
  it("[N283] keeps so many events of one name and correlation, others all the same, and new ones once the old have expired", () => {
    const mailbox = new Mailbox(memorySql());
    for (let n = 0; n < maxKeptOfAddress; n++)
      expect(mailbox.send("t", sending(), 0)).toMatchObject({ kind: "SENT", replayed: false });
    const refused = { kind: "LIMIT_EXCEEDED", limit: "events of one name and correlation", maximum: maxKeptOfAddress };
    expect(mailbox.send("t", sending(), 1)).toEqual(refused);
    expect(mailbox.send("t", sending({ keepMs: 0 }), 1)).toMatchObject({ event: { status: "EXPIRED" } });
    expect(mailbox.send("t", sending({ correlation: "other" }), 1)).toMatchObject({ event: { status: "KEPT" } });
    expect(mailbox.send("t", sending(), minuteMs)).toMatchObject({ event: { status: "KEPT" } });
  });

  it("[N283] keeps so many bytes, and takes what somebody waits for beyond that", () => {
    const mailbox = new Mailbox(memorySql());
    const payload = "x".repeat(maxKeptBytes / 8 - 2);
    for (let n = 0; n < 8; n++) mailbox.send("t", sending({ payload }), 0);
    const refused = { kind: "LIMIT_EXCEEDED", limit: "bytes of kept events", maximum: maxKeptBytes };
    expect(mailbox.send("t", sending(), 0)).toEqual(refused);
    const wait = { name: "w", correlation: "", waitId: "w", execution: "x", step: "s", until: minuteMs };
    expect(mailbox.awaitEvent("t", wait, 0)).toEqual({ kind: "WAITING" });
    expect(mailbox.send("t", sending({ name: "w" }), 0)).toMatchObject({ event: { status: "DELIVERING" } });
    mailbox.delivered("w", 0);
    expect(mailbox.send("t", sending(), minuteMs)).toMatchObject({ event: { status: "KEPT" } });
  });

  it("[N279] makes no table until the first event or wait, and has nothing to wake for once all is over", () => {
    const sql = memorySql();
    const mailbox = new Mailbox(sql);
    const tables = () => sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray().length;
    expect([mailbox.nextAt(), mailbox.takeDue(0), mailbox.find(sending(), "e", 0)]).toEqual([undefined, [], undefined]);
    expect(tables()).toBe(0);
    mailbox.send("t", sending(), 0);
    expect(mailbox.nextAt()).toBe(minuteMs + 86_400_000);
    mailbox.forget(minuteMs + 86_400_000);
    expect(mailbox.nextAt()).toBeUndefined();
  });

  it("[N281] tries again after a second, twice that and so on, ten minutes at most, and goes on in a new instance", () => {
    const sql = memorySql();
    const mailbox = new Mailbox(sql);
    const wait = { name: "n", correlation: "", waitId: "w", execution: "x", step: "s", until: minuteMs };
    mailbox.awaitEvent("t", wait, 0);
    mailbox.send("t", sending({ payload: { a: 1 } }), 0);
    const tries: number[] = [];
    for (let now: number | undefined = 0; now !== undefined && tries.length < 14; ) {
      const due = new Mailbox(sql).takeDue(now);
      expect(due).toMatchObject([
        { tenant: "t", execution: "x", step: "s", waitId: "w", event: { payload: { a: 1 } } },
      ]);
      tries.push(now);
      now = sql.exec<{ due: number }>("SELECT due FROM sent_event").toArray()[0]?.due;
    }
    const gaps = tries.map((at, index) => at - (tries[index - 1] ?? 0)).slice(1);
    expect(gaps.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(gaps.at(-1)).toBe(600_000);
  });
});
