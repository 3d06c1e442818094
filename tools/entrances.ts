import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { repository } from "./source-files.ts";

/** What `@servicechat/storage/sqlite` and the like resolve to, as paths from the root of the repository. */
export type Entrances = ReadonlyMap<string, string>;

/** Reads the `exports` of every package of the repository. */
export function readEntrances(): Entrances {
  return new Map(
    globSync("packages/*/package.json", { cwd: repository }).flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(repository, path), "utf8")) as Manifest;
      return Object.entries(exports).map(([entrance, file]): [string, string] => [
        posix.join(name, entrance),
        posix.join(posix.dirname(path.replaceAll("\\", "/")), file),
      ]);
    }),
  );
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/** The file that an import is of, from the root of the repository; `undefined` for a package of somebody else. */
export function resolveImport(
  path: string,
  specifier: string | undefined,
  entrances: Entrances,
): string | undefined {
  return specifier?.startsWith(".")
    ? posix.join(posix.dirname(path), specifier)
    : entrances.get(specifier ?? "");
}
