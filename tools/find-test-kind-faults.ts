import { resolveImport, type Entrances } from "./entrances.ts";
import type { ImportingFile } from "./find-wall-faults.ts";
import { kindOfTest } from "../test/kinds.ts";

/** What a file may start when it runs, and the imports that indicate it. Other names of these modules start nothing. */
const starters: readonly {
  readonly starts: "browser" | "database" | "process" | "server";
  readonly modules: RegExp;
  readonly names?: RegExp;
}[] = [
  { starts: "browser", modules: /^playwright-core$/ },
  { starts: "process", modules: /^(?:node:)?child_process$/ },
  {
    starts: "server",
    modules: /^(?:node:)?(?:http|https|http2|net|tls)$/,
    names: /^(?:create.*Server|Server|\*)$/,
  },
  { starts: "database", modules: /^(?:pg|@redis\/client|node:sqlite)$/ },
];

/**
 * Sentences about tests that start more than their names say, directly or through their imports. A test without a kind
 * in its name is a unit test. Empty if there are none.
 */
export function findTestKindFaults(files: readonly ImportingFile[], entrances: Entrances): string[] {
  const byPath = new Map(files.map((file) => [file.path, readNext(file, entrances)]));
  return files.flatMap((file) => {
    const kind = kindOfTest(file.path);
    if (kind !== "unit" && kind !== "database") return [];
    return startedBy(file.path, byPath)
      .filter(({ starts }) => kind === "unit" || (kind === "database" && starts === "browser"))
      .slice(0, 1)
      .map(({ starts, way }) => {
        const ending = starts === "browser" ? "browser" : "database";
        return `${file.path} is named like a ${kind} test and may start a ${starts} (${way.join(" > ")}): end its name in .${ending}.test.ts.`;
      });
  });
}

interface Started {
  readonly starts: string;
  /** From the test's import to the import that starts it. */
  readonly way: readonly string[];
}

/** What one file starts itself, and the files it imports. */
interface Next {
  readonly started: readonly { readonly starts: string; readonly specifier: string }[];
  readonly targets: readonly string[];
}

function readNext({ path, imports }: ImportingFile, entrances: Entrances): Next {
  const started: { starts: string; specifier: string }[] = [];
  const targets: string[] = [];
  for (const { specifier, typeOnly, names } of imports) {
    if (specifier === undefined || typeOnly) continue;
    for (const { starts, modules, names: some } of starters) {
      if (modules.test(specifier) && (!some || names.some((name) => some.test(name))))
        started.push({ starts, specifier });
    }
    const target = resolveImport(path, specifier, entrances);
    if (target !== undefined) targets.push(target);
  }
  return { started, targets };
}

function startedBy(test: string, byPath: ReadonlyMap<string, Next>): Started[] {
  const found: Started[] = [];
  const ways = new Map<string, readonly string[]>([[test, []]]);
  for (const [path, way] of ways) {
    const { started = [], targets = [] } = byPath.get(path) ?? {};
    for (const { starts, specifier } of started) found.push({ starts, way: [...way, specifier] });
    for (const target of targets) if (!ways.has(target)) ways.set(target, [...way, target]);
  }
  return found;
}
