import { createPlanwright } from "planwright";

export * from "planwright/worker";
export default createPlanwright();
