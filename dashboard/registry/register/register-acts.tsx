/** The registrations that a person may make: a button for each kind, and its dialog. */
import { useState } from "preact/hooks";
import { announce } from "../../parts/announce.tsx";
import { navigate, place } from "../../shell/location.ts";
import { registryAddress } from "../../shell/route.ts";
import { ApplyManifest } from "./apply-manifest.tsx";
import { ImportFile } from "./import-file.tsx";
import { RegisterAgent } from "./register-agent.tsx";
import { RegisterServer } from "./register-server.tsx";

type Kind = "server" | "agent" | "file" | "manifest";

const labels: readonly (readonly [Kind, string])[] = [
  ["server", "Register a server"],
  ["agent", "Register an agent"],
  ["file", "Import a file"],
  ["manifest", "Apply a manifest"],
];

export function RegisterActs({ readAgain }: { readonly readAgain: () => void }) {
  const [open, setOpen] = useState<Kind | null>(null);
  const close = () => setOpen(null);
  const done = (kind: Parameters<typeof registryAddress>[0], name: string) => {
    const { path } = place.peek();
    close();
    announce(`Registered the ${kind} ${name}`);
    readAgain();
    // Who went elsewhere meanwhile is not called back.
    if (path.startsWith("/registry")) navigate(registryAddress(kind, name));
  };
  return (
    <>
      {labels.map(([kind, label]) => (
        <button key={kind} class="btn small" type="button" onClick={() => setOpen(kind)}>
          {label}
        </button>
      ))}
      {open === "server" && <RegisterServer onClose={close} onDone={(name) => done("server", name)} />}
      {open === "agent" && <RegisterAgent onClose={close} onDone={(name) => done("agent", name)} />}
      {open === "file" && <ImportFile onClose={close} onDone={done} />}
      {open === "manifest" && <ApplyManifest onClose={close} onDone={(name) => done("manifest", name)} />}
    </>
  );
}
