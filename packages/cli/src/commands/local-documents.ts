import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { reasonOf } from "@servicechat/contract";
import { hasReadableEnding } from "@servicechat/knowledge";
import { CommandError } from "../input/command-error.ts";

/** A file to be pushed. */
export interface LocalDocument {
  /** Its name among the agent's documents. */
  readonly path: string;
  /** Where visitors can read it; absent where that is not known. */
  readonly url?: string;
  /** @throws CommandError if it cannot be read */
  readonly read: () => Promise<Uint8Array>;
}

interface Search {
  readonly folder: string;
  /** Files, and folders whose documents are all meant. */
  readonly paths: readonly string[];
  /** In front of every path; empty for none. */
  readonly prefix: string;
  /** The address of what is pushed: a file's path below the folder is added to it. */
  readonly urlBase: URL | undefined;
}

/**
 * The documents among files and folders, by path. Hidden files, `node_modules` and other types than documents in folders
 * are left out.
 *
 * @throws CommandError if two of them would have the same path, or there are none
 */
export async function findDocuments({ folder, paths, prefix, urlBase }: Search): Promise<LocalDocument[]> {
  const found = new Map<string, LocalDocument>();
  for (const each of paths) {
    const root = resolve(folder, each);
    const isFolder = (await stat(root).catch(() => undefined))?.isDirectory() === true;
    const below = isFolder ? await filesBelow(root) : [basename(root)];
    for (const name of below) {
      const path = prefix === "" ? name : `${prefix}/${name}`;
      if (found.has(path)) throw new CommandError(`Two of the files would be the document '${path}'.`);
      const file = isFolder ? join(root, name) : root;
      const url = urlBase && { url: addressBelow(urlBase, name) };
      found.set(path, { path, ...url, read: () => readBytes(file) });
    }
  }
  if (found.size === 0) throw new CommandError(`There are no documents in ${paths.join(", ")}.`);
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function filesBelow(root: string, below = ""): Promise<readonly string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((cause: unknown) => {
    throw new CommandError(`The folder ${join(root, below)} could not be read: ${reasonOf(cause)}.`, {
      cause,
    });
  });
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await filesBelow(root, name)));
    else if (hasReadableEnding(entry.name)) names.push(name);
  }
  return names;
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new CommandError(`It could not be read: ${reasonOf(cause)}.`, { cause });
  }
}

function addressBelow(base: URL, below: string): string {
  const address = new URL(base);
  const folder = address.pathname.endsWith("/") ? address.pathname : `${address.pathname}/`;
  address.pathname = folder + below.split("/").map(encodeURIComponent).join("/");
  address.hash = "";
  return address.href;
}
