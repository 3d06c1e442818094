import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSync } from "oxc-parser";
import { repository } from "./source-files.ts";

const folder = join(import.meta.dirname, "surface");

/** The packages whose surface is recorded. To record another one, create an empty file for it in `surface`. */
export function recordedSurfaces(): readonly string[] {
  return globSync("*.txt", { cwd: folder }).map((file) => basename(file, ".txt"));
}

/** Where the surface of a package is recorded. */
export function surfaceFile(packageName: string): string {
  return join(folder, `${packageName}.txt`);
}

/**
 * The names that a package exports, one line each, by entry point: `name` for a value, `type Name` for a type.
 * @throws if an entry point re-exports all of another package, whose names would then be ours without a line here
 */
export function surfaceOf(packageName: string): string {
  const folder = join(repository, "packages", packageName);
  const manifest: { readonly exports?: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  return Object.entries(manifest.exports ?? {})
    .map(([entryPoint, file]) => {
      const names = exportedNames(join(folder, file)).toSorted();
      return [
        `@servicechat/${packageName}${entryPoint.slice(1)}`,
        ...names.map((name) => `  ${name}`),
        "",
      ].join("\n");
    })
    .join("\n");
}

/** The names that a file exports, including those of `export * from "./other.ts"`. */
export function exportedNames(
  path: string,
  readText: (path: string) => string = (file) => readFileSync(file, "utf8"),
): string[] {
  const { module, errors } = parseSync(path, readText(path));
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, isType, moduleRequest }) => {
      if (exportName.kind !== "None") return [(isType ? "type " : "") + (exportName.name ?? "default")];
      const source = moduleRequest?.value ?? "";
      if (!source.startsWith("."))
        throw new Error(`${path} passes on all of "${source}": name what it gives.`);
      return exportedNames(join(path, "..", source), readText);
    }),
  );
  return [...new Set(names)];
}
