import { posix } from "node:path";
import type { ImportingFile } from "./find-wall-faults.ts";
import { serverLayers, sharedTypes } from "./walls.ts";

const source = "packages/server/src/";

/** Sentences about layers of the server that import an earlier layer. Empty if there are none. */
export function findLayerFaults(files: readonly ImportingFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap((file) => {
    const layer = layerOf(file.path);
    if (layer === -1) return [];
    return reached(file, byPath)
      .filter((target) => layerOf(target) !== -1 && layerOf(target) < layer)
      .map(
        (target) =>
          `${file.path} leads back to ${target}: ${serverLayers[layer]} comes after ${serverLayers[layerOf(target)]}, ` +
          "and a layer may import a later layer, never an earlier one.",
      );
  });
}

/** The layer of a file; -1 for a file in none. A layer is a folder, or one file while it is small. */
function layerOf(path: string): number {
  if (!path.startsWith(source)) return -1;
  const [first = ""] = path.slice(source.length).split("/");
  return serverLayers.findIndex((layer) => layer === first.replace(/\.ts$/, ""));
}

function localImports({ path, imports }: ImportingFile): readonly { target: string; typeOnly: boolean }[] {
  return imports.flatMap(({ specifier, typeOnly }) =>
    specifier?.startsWith(".") ? [{ target: posix.join(posix.dirname(path), specifier), typeOnly }] : [],
  );
}

/** The files that one file imports, directly or through files in no layer. */
function reached(from: ImportingFile, byPath: ReadonlyMap<string, ImportingFile>): string[] {
  const found = new Set(localImports(from).map(({ target }) => target));
  for (const path of found) {
    const passage = layerOf(path) === -1 ? byPath.get(path) : undefined;
    if (!passage) continue;
    const namesLayers = sharedTypes.includes(path);
    for (const { target, typeOnly } of localImports(passage)) {
      if (!typeOnly || !namesLayers) found.add(target);
    }
  }
  return [...found];
}
