/**
 * `npm run create -- ../my-app --template web`: the same as `npm create planwright`, from a clone. The packages are packed, and the project
 * takes them from its folder `packages`, so it needs no clone.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { packPackages } from "./build/pack.mjs";
import { projectRoot } from "./setup.mjs";

// npm runs a script in the root of the project, and says where it was typed.
const typedIn = process.env.INIT_CWD ?? projectRoot;
const [folder, ...options] = process.argv.slice(2);
if (folder === undefined || folder.startsWith("-")) {
  console.error(
    "✗ Cannot make a project: required a folder, found none\n→ npm run create -- ../my-app --template minimal",
  );
  process.exit(2);
}
const place = resolve(typedIn, folder);

console.log("Packing the packages, about half a minute the first time …");
const archives = packPackages();
const unpacked = mkdtempSync(join(tmpdir(), "planwright-create-"));
try {
  execFileSync("tar", ["xzf", archives.get("create-planwright"), "-C", unpacked]);
  const command = join(unpacked, "package/dist/create-planwright.js");
  execFileSync(process.execPath, [command, place, ...options], { stdio: "inherit" });
} catch (error) {
  // The command has printed the problem.
  process.exit(error.status ?? 1);
} finally {
  rmSync(unpacked, { recursive: true });
}

const manifestFile = join(place, "package.json");
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
for (const name of Object.keys(manifest.dependencies).filter((one) => archives.has(one)))
  manifest.dependencies[name] = `file:packages/${packed(archives.get(name))}`;
writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);

/** Copies an archive into the project, and gives its name. */
function packed(archive) {
  const name = basename(archive);
  mkdirSync(join(place, "packages"), { recursive: true });
  if (!existsSync(join(place, "packages", name))) copyFileSync(archive, join(place, "packages", name));
  return name;
}
