import { totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { kindsOfTests, type KindOfTest } from "./test/kinds.ts";
import { FilesByProject } from "./test/files-by-project.ts";
import { makeMemoryFolder } from "./test/memory-folder.ts";
import { summaryReporter } from "./test/summary-reporter.ts";

const folders = ["packages/*/test", "test", "tools"];
const filesOf = (ending: string) => folders.map((folder) => `${folder}/**/*${ending}`);
const otherKinds = kindsOfTests.filter((kind) => kind !== "unit");

// Workers and servers inherit it.
if (!process.env["TMPDIR"]) {
  const folder = makeMemoryFolder();
  if (folder !== undefined) process.env["TMPDIR"] = folder;
}

/** The files that are named after a kind, and what it needs before them. */
function project(kind: KindOfTest) {
  return {
    extends: true as const,
    test: {
      name: kind,
      ...(kind === "unit"
        ? {
            include: filesOf(".test.ts"),
            exclude: ["**/node_modules/**", ...otherKinds.flatMap((other) => filesOf(`.${other}.test.ts`))],
          }
        : { include: filesOf(`.${kind}.test.ts`), globalSetup: "test/servers/global-setup.ts" }),
    },
  };
}

export default defineConfig({
  test: {
    projects: kindsOfTests.map(project),
    // Tests wait for answers, timers and other processes most of the time: three workers left two cores half idle, and with
    // six, twenty processes of their browsers waited for those. One takes up to 2 GB, most of it for its browsers.
    maxWorkers: Math.min(4, Math.max(2, Math.floor(totalmem() / 2 ** 31))),
    // Files of one worker share what they loaded, which saves a tenth of the whole run: no module may keep what a test did.
    isolate: false,
    sequence: { sequencer: FilesByProject },
    // Types are taken out of what threads and programs run once, not at every start of one.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url)) },
    // Nothing is measured by these limits: they only name what never comes, on the busiest machine too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ["default", summaryReporter()],
  },
});
