import { glob, readdir, realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { AgentRecord } from "@servicechat/storage";
import { ReadingError } from "../extract/reading-error.ts";
import type { SyncFailure } from "../knowledge.ts";
import { sourceOf, openingError, OutOfReach } from "./out-of-reach.ts";

/** A file with the source entry that found it first. */
export interface SourceFile extends FoundFile {
  /** Such as `files:./docs/**\/*.md`. */
  readonly source: string;
  readonly linkBase: string | undefined;
}

/** Every file of an agent's sources, once each, and the sources that led nowhere. */
export async function listSources({
  definition,
  baseDirectory,
}: Pick<AgentRecord, "definition" | "baseDirectory">): Promise<{
  readonly files: readonly SourceFile[];
  readonly faults: readonly SyncFailure[];
}> {
  const files = new Map<string, SourceFile>();
  const faults: SyncFailure[] = [];
  for (const source of definition.knowledge.sources) {
    if (!("files" in source)) continue;
    const { files: pattern, linkBase } = source;
    try {
      const found = await listFiles({ pattern, baseDirectory });
      if (found.length === 0) faults.push({ location: pattern, reason: "No file matches this pattern." });
      for (const file of found) {
        if (!files.has(file.location)) {
          files.set(file.location, { ...file, source: sourceOf(pattern), linkBase });
        }
      }
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      faults.push({ location: pattern, reason: error.message });
    }
  }
  return { files: [...files.values()], faults };
}

/** A file that a pattern matches. */
interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the agent's folder, with forward slashes: its name within the agent. */
  readonly location: string;
  /** The path below the pattern's fixed part, with forward slashes: what is added to `linkBase`. */
  readonly below: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * The files that a pattern matches, by location. Hidden files and folders and `node_modules` are left out unless
 * the pattern names them. A link that leads out of the agent's folder (or, when the pattern's fixed part lies
 * elsewhere, out of that) is not followed unless the pattern names the file itself.
 *
 * @throws ReadingError when the pattern names a folder, or nothing is found since its folder cannot be opened
 */
async function listFiles({
  pattern,
  baseDirectory,
}: {
  readonly pattern: string;
  readonly baseDirectory: string;
}): Promise<readonly FoundFile[]> {
  const named = await statOf(resolve(baseDirectory, pattern));
  if (named?.isDirectory()) {
    const better = `${pattern.replace(/(?<!\/)\/+$/, "")}/**/*.md`;
    throw new ReadingError(`This is a folder. Specify the files in it, such as '${better}'.`);
  }
  const { root, rest } = named
    ? { root: resolve(baseDirectory, pattern, ".."), rest: basename(pattern) }
    : fixedPart(pattern, baseDirectory);
  const names = named ? [rest] : await matches(rest, root);
  const walls = await wallsAround(root, baseDirectory);

  const files: FoundFile[] = [];
  for (const name of names) {
    const path = join(root, name);
    if (!named && !(await isWithin(walls, path))) continue;
    const found = await statOf(path);
    if (!found?.isFile()) continue;
    files.push({
      path,
      location: slashes(relative(baseDirectory, path)),
      below: slashes(name),
      size: found.size,
      modifiedMs: found.mtimeMs,
    });
  }
  if (files.length === 0) await requireOpenable(root);
  return files.sort((one, other) => (one.location < other.location ? -1 : 1));
}

/** Divides a pattern at its first segment with a wildcard. */
function fixedPart(pattern: string, baseDirectory: string): { root: string; rest: string } {
  const segments = pattern.split("/");
  const first = segments.findIndex((segment) => /[*?[\]{}()!]/.test(segment));
  const cut = first < 0 ? segments.length - 1 : first;
  const fixed = segments.slice(0, cut).join("/");
  return {
    root: resolve(baseDirectory, fixed === "" && isAbsolute(pattern) ? sep : fixed),
    rest: segments.slice(cut).join("/"),
  };
}

async function matches(rest: string, root: string): Promise<readonly string[]> {
  const namedSegments = new Set(rest.split("/"));
  const isLeftOut = (segment: string) =>
    (segment.startsWith(".") || segment === "node_modules") && !namedSegments.has(segment);
  const exclude = (path: string) => isLeftOut(basename(path));
  const names = await Array.fromAsync(glob(rest, { cwd: root, exclude }));
  return names.filter((name) => !name.split(sep).some(isLeftOut));
}

async function wallsAround(root: string, baseDirectory: string): Promise<string> {
  const [realRoot, realBase] = await Promise.all([realOf(root), realOf(baseDirectory)]);
  return realRoot === realBase || realRoot.startsWith(realBase + sep) ? realBase : realRoot;
}

async function isWithin(walls: string, path: string): Promise<boolean> {
  return (await realOf(path)).startsWith(walls.endsWith(sep) ? walls : walls + sep);
}

/** The file search treats an unreadable folder as empty. A missing one is not a fault in itself. */
async function requireOpenable(folder: string): Promise<void> {
  const fault = await readdir(folder).then(() => undefined, openingError);
  if (fault instanceof OutOfReach) throw fault;
}

/** A path with its links resolved; a path that leads nowhere is itself. */
const realOf = (path: string) => realpath(path).catch(() => path);

const statOf = (path: string) => stat(path).catch(() => undefined);

const slashes = (path: string) => path.split(sep).join("/");
