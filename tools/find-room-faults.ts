import { posix } from "node:path";
import type { ImportingFile } from "./find-wall-faults.ts";
import { serverRooms, sharedTypes } from "./walls.ts";

const source = "packages/server/src/";

/** The sentences that say which rooms of the server lead back to an earlier room. Empty: none. */
export function findRoomFaults(files: readonly ImportingFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    if (room === -1) return [];
    return reached(file, byPath)
      .filter((target) => roomOf(target) !== -1 && roomOf(target) < room)
      .map(
        (target) =>
          `${file.path} leads back to ${target}: ${serverRooms[room]} comes after ${serverRooms[roomOf(target)]}, ` +
          "and a room may import a later room, never an earlier one.",
      );
  });
}

/** Which room a file lies in; -1 for a file in none. A room is a folder, or one file while it is small. */
function roomOf(path: string): number {
  if (!path.startsWith(source)) return -1;
  const [first = ""] = path.slice(source.length).split("/");
  return serverRooms.findIndex((room) => room === first.replace(/\.ts$/, ""));
}

function localImports({ path, imports }: ImportingFile): readonly { target: string; typeOnly: boolean }[] {
  return imports.flatMap(({ specifier, typeOnly }) =>
    specifier?.startsWith(".") ? [{ target: posix.join(posix.dirname(path), specifier), typeOnly }] : [],
  );
}

/** The files that one file imports, directly or through files in no room. */
function reached(from: ImportingFile, byPath: ReadonlyMap<string, ImportingFile>): string[] {
  const found = new Set(localImports(from).map(({ target }) => target));
  for (const path of found) {
    const passage = roomOf(path) === -1 ? byPath.get(path) : undefined;
    if (!passage) continue;
    const namesRooms = sharedTypes.includes(path);
    for (const { target, typeOnly } of localImports(passage)) {
      if (!typeOnly || !namesRooms) found.add(target);
    }
  }
  return [...found];
}
