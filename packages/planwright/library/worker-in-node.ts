/**
 * `planwright/worker` where no Worker can run: commands in Node load the module of a project to read its configuration, and that module
 * exports the classes of the objects.
 */
class Nowhere {
  constructor() {
    throw new Error(
      "Cannot make an object: required the runtime of Workers (workerd), found Node. Start it with wrangler",
    );
  }
}

export class ExecutionObject extends Nowhere {}
export class ConversationObject extends Nowhere {}
export class CatalogObject extends Nowhere {}
export class IndexObject extends Nowhere {}
export class TenantObject extends Nowhere {}
export class ScheduleObject extends Nowhere {}

export default {
  fetch: async (): Promise<Response> => {
    throw new Error("Cannot answer: required the runtime of Workers (workerd), found Node. Start it with wrangler");
  },
};
