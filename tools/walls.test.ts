import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findLayerFaults } from "./find-layer-faults.ts";
import { findWallFaults } from "./find-wall-faults.ts";
import type { ImportingFile } from "./find-wall-faults.ts";
import { readImports } from "./read-imports.ts";
import { readSourceFiles, repository } from "./source-files.ts";
import { operatorModules, packageWalls, serverLayers, sharedTypes, entryPoints } from "./walls.ts";

const packages = readdirSync(join(repository, "packages"));
const manifests = new Map(packages.map((name) => [name, readManifest(name)]));
const dependencies = new Map(
  packages.map((name) => [
    name,
    new Set(Object.keys({ ...manifests.get(name)?.dependencies, ...manifests.get(name)?.peerDependencies })),
  ]),
);

describe("walls", () => {
  const files = readSourceFiles()
    .filter(({ path }) => /\.(?:ts|tsx|mts|js|mjs)$/.test(path))
    .map(({ path, text }) => ({ path, imports: readImports(path, text) }));

  test("there are files and imports to check", () => {
    const inPackages = files.filter(({ path }) => /^packages\/[^/]+\/src\//.test(path));
    expect(inPackages.length).toBeGreaterThan(20);
    expect(inPackages.flatMap(({ imports }) => imports).length).toBeGreaterThan(40);
  });

  test("no package imports what the table does not allow", () => {
    expect(findWallFaults(files, dependencies)).toEqual([]);
  });

  test("each file that loads a module of the operator's has exactly that computed import", () => {
    for (const path of operatorModules) {
      const imports = files.find((file) => file.path === path)?.imports ?? [];
      expect([path, imports.filter(({ specifier }) => specifier === undefined).length]).toEqual([path, 1]);
    }
  });

  test("no layer of the server imports an earlier layer", () => {
    const layers = new Set(files.map(({ path }) => /^packages\/server\/src\/([^/.]+)/.exec(path)?.[1]));
    expect(
      serverLayers.filter((layer) => layers.has(layer)).length,
      "layers found in packages/server/src",
    ).toBeGreaterThan(3);
    expect(findLayerFaults(files)).toEqual([]);
  });

  test("every file whose types refer to layers exists, and imports types of layers", () => {
    for (const path of sharedTypes) {
      const imports = files.find((file) => file.path === path)?.imports ?? [];
      const named = imports.filter(({ specifier, typeOnly }) => typeOnly && specifier?.startsWith("./"));
      expect([path, named.length > 0]).toEqual([path, true]);
    }
  });

  test("the table has a row for every package and no other", () => {
    expect(Object.keys(packageWalls).toSorted()).toEqual(packages.toSorted());
  });

  test.each(Object.entries(packageWalls))(
    "%s depends on exactly the packages that it may import",
    (name, allowed) => {
      const ours = [...(dependencies.get(name) ?? [])].filter((each) => each.startsWith("@servicechat/"));
      expect(ours.toSorted()).toEqual(allowed.map((each) => `@servicechat/${each}`).toSorted());
    },
  );

  test("the table lists exactly the entry points of every package", () => {
    const listed = packages.flatMap((name) =>
      Object.keys(manifests.get(name)?.exports ?? {})
        .filter((path) => path !== ".")
        .map((path) => `@servicechat/${name}${path.slice(1)}`),
    );
    expect(Object.keys(entryPoints).toSorted()).toEqual(listed.toSorted());
  });
});

describe("the wall checker", () => {
  test.each([
    ["storage", `import { server } from "@servicechat/server";`, "storage may not import server"],
    ["contract", `import type { Storage } from "@servicechat/storage";`, "contract may not import storage"],
    ["agent", `export * from "@servicechat/knowledge";`, "agent may not import knowledge"],
    ["agent", `export type { Storage } from "@servicechat/storage";`, "agent may not import storage"],
    ["agent", `const late = await import("@servicechat/server");`, "agent may not import server"],
    ["agent", `type Late = import("@servicechat/server").House;`, "agent may not import server"],
    ["agent", `const late = await import(process.argv[2] ?? "");`, "is computed"],
    [
      "server",
      `import { openSqlite } from "@servicechat/storage/sqlite";`,
      "drivers are picked by the command line",
    ],
    ["server", `import "@servicechat/storage/suite";`, "it is for tests"],
    ["server", `import "@servicechat/storage/src/storage.ts";`, "is no entrance"],
    ["launcher", `import "@servicechat/contract/schemas";`, "brings a schema library"],
    ["chat", `import "@servicechat/contract/agent-file";`, "brings a schema library"],
    ["client", `import "@servicechat/contract/agent-file";`, "brings a schema library"],
    ["client", `import { Buffer } from "node:buffer";`, "also runs in browsers"],
    ["agent", `import "../../storage/src/storage.ts";`, "reaches into another package"],
    ["agent", `import "../test/fake-model.ts";`, "leaves the source of agent"],
    ["agent", `import "../../../package.json";`, "leaves the source of agent"],
    ["agent", `import leftPad from "left-pad";`, "is not among the dependencies"],
    ["attic", `import "./anything.ts";`, "has no row"],
  ])("finds the planted import in %s: %s", (folder, text, reason) => {
    const faults = findWallFaults([planted(`packages/${folder}/src/planted.ts`, `\n${text}`)], dependencies);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`packages/${folder}/src/planted.ts:2: `);
    expect(faults[0]).toContain(reason);
  });

  test.each([
    ["packages/cli/src/planted.ts", `import "@servicechat/storage/sqlite"; import "node:fs"; import "yaml";`],
    [
      "packages/server/src/planted.ts",
      `import type { Storage } from "@servicechat/storage"; import "./request-context.ts";`,
    ],
    ["packages/server/test/planted.test.ts", `import "@servicechat/storage/sqlite"; import "vitest";`],
    ["packages/agent/src/planted.ts", `import manifest from "../package.json" with { type: "json" };`],
  ])("lets %s import what it may", (path, text) => {
    expect(findWallFaults([planted(path, text)], dependencies)).toEqual([]);
  });

  const everyKind = (target: string) => [
    `import { a } from "${target}";`,
    `import type { A } from "${target}";`,
    `export type { A } from "${target}";`,
    `const late = await import("${target}");`,
    `type Late = import("${target}").A;`,
  ];

  test.each(everyKind("../admission/admit.ts"))("finds a layer that imports an earlier one: %s", (text) => {
    const faults = findLayerFaults([planted("packages/server/src/response/direct.ts", text)]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain("response comes after admission");
  });

  test.each(everyKind("./routes.ts"))("finds it through a file in no layer too: %s", (text) => {
    const faults = findLayerFaults([
      planted("packages/server/src/views/indirect.ts", `import type { A } from "../shared.ts";`),
      planted("packages/server/src/shared.ts", text),
    ]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain("views comes after routes");
  });

  test("finds run-time imports through a file whose types refer to layers", () => {
    const [path = ""] = sharedTypes;
    const faults = findLayerFaults([
      planted("packages/server/src/views/indirect.ts", `import "../${path.split("/").at(-1)}";`),
      planted(path, `import "./routes.ts";`),
    ]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain("views comes after routes");
  });

  test("lets a layer import a later layer and itself", () => {
    const forward = [
      planted(
        "packages/server/src/admission/one.ts",
        `import "../response/send-json.ts"; import "./other.ts";`,
      ),
      planted(
        "packages/server/src/response/typed.ts",
        `import type { ServerContext } from "../server-context.ts";`,
      ),
      planted("packages/server/src/server-context.ts", `import type { A } from "./routes.ts";`),
      planted("packages/server/src/service.ts", `import "./http/listen.ts"; import "./pages/health.ts";`),
    ];
    expect(findLayerFaults(forward)).toEqual([]);
  });

  test("refuses a file that is not a program, instead of finding no import in it", () => {
    expect(() => readImports("broken.ts", "import {")).toThrow(/broken\.ts cannot be parsed/);
  });
});

function planted(path: string, text: string): ImportingFile {
  return { path, imports: readImports(path, text) };
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What those who install the package provide themselves. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
}

function readManifest(name: string): Manifest {
  return JSON.parse(readFileSync(join(repository, "packages", name, "package.json"), "utf8"));
}
