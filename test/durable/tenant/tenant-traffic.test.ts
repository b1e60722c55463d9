/** The account of what a tenant took of the Worker. */
import { expect, it } from "vitest";
import {
  keptReports,
  maxSubjectsOfDay,
  TenantTraffic,
  trafficDays,
} from "../../../src/durable/tenant/tenant-traffic.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const dayMs = 86_400_000;

it("[N584] the account of a tenant adds what isolates report by the day, for 31 days, and has no table before", () => {
  const sql = memorySql();
  const traffic = new TenantTraffic(sql);
  expect(traffic.days(0)).toEqual([]);
  traffic.add({ answeredBytes: 100, checkSteps: 7.4 }, [], 5);
  traffic.add({ answeredBytes: 50, checkSteps: 1 }, [], dayMs - 1);
  traffic.add({ answeredBytes: 1, checkSteps: 0 }, [], dayMs);
  expect(traffic.days(dayMs)).toEqual([
    { day: dayMs, answeredBytes: 1, checkSteps: 0 },
    { day: 0, answeredBytes: 150, checkSteps: 8 },
  ]);
  const later = trafficDays * dayMs;
  expect(traffic.days(later)).toEqual([{ day: dayMs, answeredBytes: 1, checkSteps: 0 }]);
  traffic.add({ answeredBytes: 2, checkSteps: 0 }, [], later);
  expect(sql.exec("SELECT count(*) AS days FROM traffic").one()).toEqual({ days: 2 });
  // Nobody has a cap of its own, so nothing is kept for it.
  expect(sql.exec("SELECT name FROM sqlite_master WHERE name = 'subject_traffic'").toArray()).toEqual([]);
});

it("[N988] a report that comes again counts once, also on the next day, and in an account of an earlier version", () => {
  const sql = memorySql();
  sql.exec(
    "CREATE TABLE traffic(day INTEGER PRIMARY KEY, answered_bytes INTEGER NOT NULL, check_steps INTEGER NOT NULL)",
  );
  const traffic = new TenantTraffic(sql);
  const take = { answeredBytes: 100, checkSteps: 0 };
  const ann = { subject: "ann", ...take };
  traffic.add(take, [], 0);
  traffic.add(take, [ann], 0, "a");
  traffic.add(take, [ann], dayMs - 1, "a");
  traffic.add(take, [ann], dayMs, "a");
  expect(traffic.days(dayMs)).toEqual([{ day: 0, ...take, answeredBytes: 200 }]);
  expect(traffic.days(dayMs, "ann")).toEqual([{ day: 0, ...take }]);
  // So many others may come between a report and its repetition.
  for (let other = 1; other < keptReports; other++) traffic.add(take, [], dayMs, `b${other}`);
  traffic.add(take, [], dayMs, "a");
  for (let other = 1; other < keptReports; other++) traffic.add(take, [], dayMs, `b${other}`);
  expect(traffic.days(dayMs)[0]?.answeredBytes).toBe((keptReports - 1) * 100);
  const [row] = sql.exec<{ reports: string }>("SELECT reports FROM traffic WHERE day = 1").toArray();
  traffic.add(take, [], dayMs, "c");
  traffic.add(take, [], dayMs, "d");
  const [later] = sql.exec<{ reports: string }>("SELECT reports FROM traffic WHERE day = 1").toArray();
  expect(later?.reports.split(" ")).toHaveLength(keptReports);
  expect(row?.reports.split(" ")).toHaveLength(keptReports - 1);
});

it("[N887] the account of a subject adds what reports name of it by the day, for 31 days, and those of others are their own", () => {
  const sql = memorySql();
  const traffic = new TenantTraffic(sql);
  const whole = { answeredBytes: 1_000, checkSteps: 100 };
  const ann = { subject: "ann", answeredBytes: 300, checkSteps: 4.6 };
  expect(traffic.days(0, "ann")).toEqual([]);
  traffic.add(whole, [ann, { subject: "bob", answeredBytes: 1, checkSteps: 0 }], 5);
  traffic.add(whole, [ann], dayMs - 1);
  traffic.add(whole, [ann], dayMs);
  expect(traffic.days(dayMs, "ann")).toEqual([
    { day: dayMs, answeredBytes: 300, checkSteps: 5 },
    { day: 0, answeredBytes: 600, checkSteps: 10 },
  ]);
  expect(traffic.days(dayMs, "bob")).toEqual([{ day: 0, answeredBytes: 1, checkSteps: 0 }]);
  expect(traffic.days(dayMs, "eve")).toEqual([]);
  expect(traffic.days(dayMs)).toHaveLength(2);
  const later = trafficDays * dayMs;
  expect(traffic.days(later, "ann")).toEqual([{ day: dayMs, answeredBytes: 300, checkSteps: 5 }]);
  // Rows go with the next report, also where it names nobody.
  traffic.add(whole, [], later);
  expect(sql.exec("SELECT day, subject FROM subject_traffic").toArray()).toEqual([{ day: 1, subject: "ann" }]);
});

it("[N887] so many subjects of a day are kept, whatever names come, and those that are kept still count", () => {
  const sql = memorySql();
  const take = { answeredBytes: 1, checkSteps: 1 };
  new TenantTraffic(sql).add(take, [{ subject: "first", ...take }], 0);
  sql.exec(
    `INSERT INTO subject_traffic(day, subject, answered_bytes, check_steps)
       WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxSubjectsOfDay}) SELECT 0, 'n' || i, 1, 1 FROM n`,
  );
  const traffic = new TenantTraffic(sql);
  traffic.add(
    take,
    ["one more", "first"].map((subject) => ({ subject, ...take })),
    0,
  );
  expect(traffic.days(0, "one more")).toEqual([]);
  expect(traffic.days(0, "first")).toEqual([{ day: 0, answeredBytes: 2, checkSteps: 2 }]);
  // The next day has room again.
  traffic.add(take, [{ subject: "one more", ...take }], dayMs);
  expect(traffic.days(dayMs, "one more")).toHaveLength(1);
});

it("[N1005] the rows of a day are counted once by an object, however many subjects come, and again on the next day", () => {
  const sql = memorySql();
  const counts: unknown[] = [];
  const noted: Pick<SqlStorage, "exec"> = {
    exec: (text: string, ...bound) => {
      if (text.includes("count(*)")) counts.push(bound[0]);
      return sql.exec(text, ...bound);
    },
  };
  const traffic = new TenantTraffic(noted as SqlStorage);
  const take = { answeredBytes: 1, checkSteps: 1 };
  const report = (from: number, until: number, now: number) => {
    const names = Array.from({ length: until - from }, (_, at) => `n${from + at}`);
    traffic.add(
      take,
      names.map((subject) => ({ subject, ...take })),
      now,
    );
  };
  report(0, 20, 0);
  report(10, maxSubjectsOfDay - 1, 0);
  report(maxSubjectsOfDay - 1, maxSubjectsOfDay + 5, 0);
  report(0, 2, dayMs);
  expect(counts).toEqual([0, 1]);
  const days = "SELECT day, count(*) AS count FROM subject_traffic GROUP BY day ORDER BY day";
  expect(sql.exec(days).toArray()).toEqual([
    { day: 0, count: maxSubjectsOfDay },
    { day: 1, count: 2 },
  ]);
});
