import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "../..");

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

function lockOf(file: string): [string, Locked][] {
  const { packages } = JSON.parse(readFileSync(join(repository, file), "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
}

const locks = ["package-lock.json", "packages/cli/node/package-lock.json"];

test.each(locks)("%s has a hash for every package, and names no registry", (file) => {
  const entries = lockOf(file);
  expect(entries.length).toBeGreaterThan(2);
  const without = entries.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(without.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("the Node that everything runs on is verified against its hash", () => {
  const { version } = JSON.parse(readFileSync(join(repository, "packages/cli/node/package.json"), "utf8"));
  for (const [, locked] of lockOf("packages/cli/node/package-lock.json"))
    expect(locked.version).toBe(version);
  expect(readFileSync(join(repository, "packages/cli/bin/pinned-node.mjs"), "utf8")).toContain(
    "createHash(algorithm)",
  );
});

test("no installed package runs a script, wherever npm is called", () => {
  const withScripts = lockOf("package-lock.json").filter(([, { hasInstallScript }]) => hasInstallScript);
  const { allowScripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  expect(withScripts.map(([path]) => path.replace("node_modules/", ""))).toEqual(Object.keys(allowScripts));
  expect(Object.values(allowScripts).every((allowed) => allowed === false)).toBe(true);
  for (const file of globSync("scripts/*.{mjs,ts}", { cwd: repository })) {
    const text = readFileSync(join(repository, file), "utf8");
    if (/"(?:ci|install)"/.test(text))
      expect([file, text.includes("--ignore-scripts")]).toEqual([file, true]);
  }
});
