/** Downloads an artifact. An address opens for some minutes only, so each download has one of its own. */
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { artifactLink } from "./artifact-link.generated.ts";

const gone: Problem = { code: "GONE", message: "The artifact is not kept any more" };

/** Why it could not be downloaded. Null if it is on its way. */
export async function downloadArtifact(id: string): Promise<Problem | null> {
  const answer = await request(artifactLink, { id });
  const [refused = null] = answer.ok ? answer.problems : [answer.problem];
  const node = answer.ok ? answer.data.node : null;
  if (node === null) return refused ?? gone;
  if (!("downloadUrl" in node)) return gone;
  location.assign(node.downloadUrl);
  return null;
}
