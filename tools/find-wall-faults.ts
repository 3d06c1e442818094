import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Import } from "./read-imports.ts";
import { browserPackages, isPackageName, operatorModules, packageWalls, entryPoints } from "./walls.ts";
import type { PackageName } from "./walls.ts";

/** A file and its imports. */
export interface ImportingFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
}

/** The names in the `dependencies` of each package. */
type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Sentences about imports between packages that the walls forbid, with the reason for each wall. Empty if there are
 * none.
 */
export function findWallFaults(files: readonly ImportingFile[], dependencies: Dependencies): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const fault = faultOf(path, specifier, dependencies);
      return fault === undefined ? [] : [`${path}:${line}: ${fault}`];
    }),
  );
}

function faultOf(
  path: string,
  specifier: string | undefined,
  dependencies: Dependencies,
): string | undefined {
  const [, folder = "", kind] = /^packages\/([^/]+)\/(src|test)\//.exec(path) ?? [];
  if (kind === undefined) return undefined; // outside of the packages there are no walls
  if (!isPackageName(folder))
    return `package "${folder}" has no row in tools/walls.ts: say there what it may import.`;
  if (specifier?.startsWith(".")) return relativeFault(folder, { path, specifier, inTest: kind === "test" });
  if (kind === "test") return undefined; // tests may combine any parts
  if (specifier === undefined && operatorModules.includes(path)) return undefined;
  if (specifier === undefined)
    return "the name of this import is computed: walls hold only where names can be read.";
  if (specifier.startsWith("@servicechat/")) return packageFault(folder, specifier);
  return outsideFault(folder, specifier, dependencies);
}

function relativeFault(
  folder: PackageName,
  { path, specifier, inTest }: { path: string; specifier: string; inTest: boolean },
): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  const inside = target.startsWith(`packages/${folder}/`);
  if (!inside && target.startsWith("packages/")) {
    return `"${specifier}" reaches into another package: import it by name, through its main entry point.`;
  }
  const isManifest = target === `packages/${folder}/package.json`; // which is always there
  if (!inTest && !isManifest && !target.startsWith(`packages/${folder}/src/`)) {
    return `"${specifier}" leaves the source of ${folder}: what a package ships lies in its own src.`;
  }
  return undefined;
}

function packageFault(folder: PackageName, specifier: string): string | undefined {
  const [, target = ""] = specifier.split("/");
  const allowed: readonly string[] = packageWalls[folder];
  if (!allowed.includes(target)) {
    const list = allowed.length > 0 ? `only ${allowed.join(", ")}` : "no other package";
    return `${folder} may not import ${target}: the table in tools/walls.ts allows it ${list}.`;
  }
  if (specifier === `@servicechat/${target}`) return undefined;
  const entryPoint = entryPoints[specifier];
  if (!entryPoint) return `"${specifier}" is no entrance that tools/walls.ts lists.`;
  return entryPoint.openTo.includes(folder)
    ? undefined
    : `${folder} may not import ${specifier}: ${entryPoint.because}.`;
}

function outsideFault(
  folder: PackageName,
  specifier: string,
  dependencies: Dependencies,
): string | undefined {
  if (isBuiltin(specifier)) {
    return browserPackages.includes(folder)
      ? `${folder} also runs in browsers, which have no "${specifier}".`
      : undefined;
  }
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return dependencies.get(folder)?.has(name)
    ? undefined
    : `"${name}" is not among the dependencies of packages/${folder}/package.json: it is there by luck only.`;
}
