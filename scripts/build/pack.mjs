/**
 * Packs the packages of `packages/` as npm would publish them, into `dist/packages`: what somebody installs who has no clone. Tests of
 * packages use these archives and nothing else of the repository.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";

/** The manifests of all packages, by the name of their folder in `packages/`. */
export function packageManifests() {
  const folder = join(projectRoot, "packages");
  return new Map(
    readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8"))]),
  );
}

/** Builds and packs the packages in the folders `names`, all unless given. Returns the path of each archive by the name of its package. */
export function packPackages(names = [...packageManifests().keys()], destination = join(projectRoot, "dist/packages")) {
  mkdirSync(destination, { recursive: true });
  const manifests = packageManifests();
  return new Map(
    names.map((folder) => {
      const { name, version } = manifests.get(folder);
      const archive = join(destination, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
      rmSync(archive, { force: true });
      const args = ["pack", "--silent", "--pack-destination", destination, "--workspace", name];
      execFileSync("npm", args, { cwd: projectRoot, stdio: ["ignore", "ignore", "inherit"] });
      return [name, archive];
    }),
  );
}
