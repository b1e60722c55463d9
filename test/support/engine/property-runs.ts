/** Properties that do not say how often run a quarter as often in `npm test` as the library would have them, and as often in `npm run proof`. */
import fc from "fast-check";
import { volume } from "./volume.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: volume({ sample: 25, whole: 100 }) });
