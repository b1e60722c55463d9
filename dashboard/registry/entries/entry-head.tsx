/** The head of an entry: its name, its description, and its actions: run it, copy a call of it, remove it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { endpoint } from "../../api/post.ts";
import { credential } from "../../api/session.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { mayUse } from "../../shell/viewer.ts";
import { asCurl } from "../call/as-curl.ts";
import { asGraphql, type Callable, operationFor } from "../call/as-graphql.ts";
import { type Removal, RemoveEntry } from "./remove-entry.tsx";

export interface EntryHeadProps {
  readonly icon: IconName;
  readonly title: string;
  readonly description: string;
  /** The callable of the copied texts. */
  readonly callable: Callable;
  /** Query of the run view with it chosen. Null for an entry that is not run. */
  readonly run: Readonly<Record<string, string>> | null;
  /** How it is removed. Null for an entry that is removed with another one. */
  readonly removal: Removal | null;
  /** Tags below the words. */
  readonly children: ComponentChildren;
}

export const titleId = "entry-title";

export function EntryHead({ callable, children, description, icon, removal, run, title }: EntryHeadProps) {
  const [isRemoving, setRemoving] = useState(false);
  const caller = {
    endpoint: new URL(endpoint, location.href).href,
    isSignedIn: credential.value !== null,
    tenant: credential.value?.tenant ?? "",
  };
  return (
    <div class="card-head">
      <span class="mark" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div>
        <h2 id={titleId} class="title">
          <InertText text={title} limit={200} />
        </h2>
        <p>
          <InertText text={description} limit={1_000} />
        </p>
        <div class="row">{children}</div>
      </div>
      <div class="row acts">
        {run !== null && mayUse("EXECUTION_START") && (
          <a class="btn small primary" href={`/run?${new URLSearchParams(run)}`}>
            <Icon name="play" small />
            Run
          </a>
        )}
        <CopyButton class="btn small" text={asGraphql(callable)} what="operation as GraphQL">
          GraphQL
        </CopyButton>
        <CopyButton class="btn small" text={asCurl(operationFor(callable), caller)} what="operation as curl">
          curl
        </CopyButton>
        {removal !== null && mayUse("REGISTRY_WRITE") && (
          <button class="btn small quiet" type="button" onClick={() => setRemoving(true)}>
            Remove
          </button>
        )}
      </div>
      {isRemoving && removal !== null && <RemoveEntry removal={removal} onClose={() => setRemoving(false)} />}
    </div>
  );
}
