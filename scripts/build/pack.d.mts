/** What a `package.json` of `packages/` says. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The manifests of all packages, by the name of their folder in `packages/`. */
export function packageManifests(): Map<string, PackageManifest>;

/** Builds and packs the packages in the folders `names`, all unless given. Returns the path of each archive by the name of its package. */
export function packPackages(names?: readonly string[], destination?: string): Map<string, string>;
