/**
 * The sources of an argument of a call that a person decides on, and the places that it would reach. Loaded with the first value that is
 * followed.
 */
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { place } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";

const load = () => import("../follow/follow-dock.tsx").then(({ FollowDock }) => FollowDock);

export interface FollowingProps {
  readonly executionId: string;
  /** How the request stands. */
  readonly status: string;
}

export function Following({ executionId, status }: FollowingProps) {
  const followed = place.value.query.get("follow");
  return followed === null ? null : <Loaded executionId={executionId} followed={followed} status={status} />;
}

function Loaded({ executionId, followed, status }: FollowingProps & { readonly followed: string }) {
  const loaded = useLoadedPart("follow", load);
  if (loaded.kind === "LOADING") return null;
  if (loaded.kind === "MISSING") return <PartMissing again={loaded.again} />;
  return (
    <loaded.part
      executionId={executionId}
      followed={followed}
      moment={status}
      addressOf={(step) => executionAddress(executionId, { step, follow: followed })}
      onFlow={() => undefined}
    />
  );
}
