/** What the compiler accepts where nothing is declared. */
import { definePlan } from "planwright/plans";

/** Without declarations everything can be called and read: the deployment checks it. */
export const undeclared = definePlan(({ tools, input }) => {
  const research = tools.research_blog({ topic: input.topic });
  return tools.create_blog_post({ artifact_id: research.artifact_id });
});
