/** Every family that `npm run fuzz` runs. */

import type { Family } from "../family.ts";
import { calculations, conditions, references } from "./expressions.ts";
import { graphql } from "./graphql.ts";
import { httpRequests } from "./http-requests.ts";
import { manifests } from "./manifests.ts";
import { documents, typedPlans } from "./plans.ts";
import { a2aRequests, mcpRequests } from "./rpc.ts";
import { schemas } from "./schemas.ts";
import { socketMessages } from "./socket-messages.ts";
import { cards, toolLists } from "./upstreams.ts";

// Each family reads inputs that it made itself, so that what it takes need not be known here.
export const families = [
  ...[typedPlans, documents, references, conditions, calculations, schemas, manifests, cards, toolLists],
  ...[graphql, httpRequests, a2aRequests, mcpRequests, socketMessages],
] as readonly unknown[] as readonly Family[];
