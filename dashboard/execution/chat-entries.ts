/**
 * The chat of an execution: what was asked, what models thought and wrote, what agents and tools said, the response, or why there is
 * none. In the order of time; a text that is written and then said is shown once.
 */
import { instant } from "../parts/clock-free.ts";
