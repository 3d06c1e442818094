import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./source-files.ts";

interface Rule {
  /** Completes the sentence "... holds ...". */
  readonly what: string;
  readonly pattern: RegExp;
  /** The files it applies to; absent: all. */
  readonly only?: RegExp;
}

// The patterns are assembled so that this file does not contain what it looks for.
const rules: readonly Rule[] = [
  {
    what: "a path of one machine",
    pattern: new RegExp("(?:^|[^\\w.}])/(?:work|home/[a-z]+|Users/[A-Za-z]+)/"),
  },
  {
    what: "a registry's host, which pins everyone to one registry",
    pattern: /"resolved": "https?:/,
    only: /^package-lock\.json$/,
  },
  { what: "a conflict marker", pattern: new RegExp("^(?:<{7}|>{7}) ", "m") },
];

test("no file contains what belongs to one machine only", ({ skip }) => {
  skip(
    !existsSync(join(repository, ".git")),
    "this is no git checkout, so its own files cannot be told from others",
  );
  const paths = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: repository,
  })
    .toString()
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(repository, path)));
  expect(paths.length).toBeGreaterThan(50);
  const files = paths.map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
  expect(files.flatMap(findStrangers)).toEqual([]);
});

test("a planted line is found, with its location", () => {
  const machine = ["", "work", "main"].join("/");
  expect(findStrangers({ path: "a.md", text: `fine\ncd ${machine}/x` })).toEqual([
    "a.md:2 holds a path of one machine",
  ]);
  expect(
    findStrangers({ path: "package-lock.json", text: `"resolved": "https://registry.example/x.tgz"` }),
  ).toHaveLength(1);
  expect(
    findStrangers({ path: "a.ts", text: "const path = `${base}/work/list`; // https://example.com/work/" }),
  ).toEqual([]);
});

function findStrangers({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return rules.flatMap(({ what, pattern, only }) => {
    const found = only && !only.test(path) ? null : pattern.exec(text);
    return found ? [`${path}:${text.slice(0, found.index + 1).split("\n").length} holds ${what}`] : [];
  });
}
