/**
 * Packs the packages of `packages/` as npm would publish them, into `dist/packages`, for an installation without a clone. Tests of packages
 * use these archives and nothing else of the repository. An archive is kept by the digest of its sources, and copied as long as none of
 * them has changed.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";

const keptArchives = join(projectRoot, "dist/packages/kept");

/** The sources of every package beside its own folder. The lockfile stands for all installed packages. */
const commonSources = [
  "LICENSE",
  "schema.graphql",
  "schemas",
  "scripts/build",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const furtherSources = {
  "create-planwright": ["packages/planwright/start"],
  planwright: ["src", "dashboard", "scripts/generate", "scripts/build.mjs", "wrangler.toml", "packages/client/src"],
};

/** Names of files and folders below a package that are made from the others. */
const made = new Set(["dist", "node_modules", "LICENSE", "schema.graphql", "schemas"]);

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
      const fileName = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
      const archive = join(destination, fileName);
      // Somebody may be reading the one that is there.
      copyFileSync(keptArchive(folder, name, fileName), `${archive}.${process.pid}`);
      renameSync(`${archive}.${process.pid}`, archive);
      return [name, archive];
    }),
  );
}

/** Path of the archive of the package as its sources are now. */
function keptArchive(folder, name, fileName) {
  const own = readdirSync(join(projectRoot, "packages", folder)).filter((entry) => !made.has(entry));
  const sources = [
    ...commonSources,
    ...(furtherSources[folder] ?? []),
    ...own.map((entry) => `packages/${folder}/${entry}`),
  ];
  const kept = join(keptArchives, `${folder}-${digestOf(sources).slice(0, 16)}.tgz`);
  if (existsSync(kept)) return kept;
  // A package is built in its folder, so one process at a time does it.
  return alone(`${folder}.lock`, () => {
    if (existsSync(kept)) return kept;
    rmSync(join(projectRoot, "packages", folder, "dist"), { recursive: true, force: true });
    const args = ["pack", "--silent", "--pack-destination", keptArchives, "--workspace", name];
    execFileSync("npm", args, { cwd: projectRoot, stdio: ["ignore", "ignore", "inherit"] });
    renameSync(join(keptArchives, fileName), kept);
    for (const older of readdirSync(keptArchives).filter((entry) => entry.startsWith(`${folder}-`)))
      if (/-[0-9a-f]{16}\.tgz$/.test(older) && join(keptArchives, older) !== kept) rmSync(join(keptArchives, older));
    return kept;
  });
}

/** Of the paths from the root and the bytes of the files `paths`, and of those in the folders among them. */
function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) addTo(hash, path);
  return hash.digest("hex");
}

function addTo(hash, path) {
  const place = join(projectRoot, path);
  const entries = existsSync(place) ? entriesOf(place) : [];
  if (entries !== undefined) for (const entry of entries) addTo(hash, `${path}/${entry}`);
  else hash.update(`${path}\0`).update(readFileSync(place)).update("\0");
}

/** Undefined if `place` is a file. */
function entriesOf(place) {
  try {
    return readdirSync(place).sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Runs `task` while no other process holds the lock. A lock whose process has died is taken over. */
function alone(lock, task) {
  mkdirSync(keptArchives, { recursive: true });
  const place = join(keptArchives, lock);
  for (;;) {
    try {
      writeFileSync(place, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (!isHeld(place)) rmSync(place, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    return task();
  } finally {
    rmSync(place, { force: true });
  }
}

function isHeld(place) {
  try {
    const holder = Number(readFileSync(place, "utf8"));
    // Empty between the creation of the file and its text.
    if (holder === 0) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
