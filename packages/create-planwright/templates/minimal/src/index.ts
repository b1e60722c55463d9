import { createPlanwright } from "planwright";
import { orderTotal } from "./tools/order-total";
import { reserveStock } from "./tools/reserve-stock";

export * from "planwright/worker";
export default createPlanwright({ tools: [orderTotal, reserveStock] });
