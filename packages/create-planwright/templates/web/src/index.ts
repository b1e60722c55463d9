import { createPlanwright } from "planwright";
import { bookRoom } from "./tools/book-room";
import { findRoom } from "./tools/find-room";

export * from "planwright/worker";
export default createPlanwright({ tools: [findRoom, bookRoom] });
