/** A task as A2A 0.3 notifies of it. Loaded only where somebody asked in that version. */
import { Task } from "@a2a-js/sdk";
import { V03PushNotificationSerializer } from "@a2a-js/sdk/compat/v0_3/server";
import type { JsonObject } from "../../json/json.ts";

/** `task` in the JSON form of A2A 1.0, as the body of a notification in 0.3. */
export function earlierTask(task: JsonObject): string {
  const payload = { $case: "task", value: Task.fromJSON(task) } as const;
  return new V03PushNotificationSerializer().serialize({ payload }).body;
}
