/** The account of what a tenant took of the Worker. */
import { expect, it } from "vitest";
import { TenantTraffic, trafficDays } from "../../../src/durable/tenant/tenant-traffic.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const dayMs = 86_400_000;

it("[N584] the account of a tenant adds what isolates report by the day, for 31 days, and has no table before", () => {
  const sql = memorySql();
  const traffic = new TenantTraffic(sql);
  expect(traffic.days(0)).toEqual([]);
  traffic.add({ answeredBytes: 100, checkSteps: 7.4 }, 5);
  traffic.add({ answeredBytes: 50, checkSteps: 1 }, dayMs - 1);
  traffic.add({ answeredBytes: 1, checkSteps: 0 }, dayMs);
  expect(traffic.days(dayMs)).toEqual([
    { day: dayMs, answeredBytes: 1, checkSteps: 0 },
    { day: 0, answeredBytes: 150, checkSteps: 8 },
  ]);
  const later = trafficDays * dayMs;
  expect(traffic.days(later)).toEqual([{ day: dayMs, answeredBytes: 1, checkSteps: 0 }]);
  traffic.add({ answeredBytes: 2, checkSteps: 0 }, later);
  expect(sql.exec("SELECT count(*) AS days FROM traffic").one()).toEqual({ days: 2 });
});
