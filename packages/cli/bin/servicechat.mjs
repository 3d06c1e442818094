#!/usr/bin/env node
// The program is TypeScript, which the pinned Node runs as it is. `npx servicechat` finds that Node first; started
// with an older one, this hands over to it.
import { spawn } from "node:child_process";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";

if (process.features.typescript) {
  // Types are taken out of the source once, not at every start: less time, and the compiler is not kept in memory.
  // Threads only look at the variable, which is the operator's where it is set.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL("../../../node_modules/.cache/compile", import.meta.url),
  );
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import("../src/servicechat.ts");
} else {
  const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
  const program = [path("../src/servicechat.ts"), ...process.argv.slice(2)];
  const child = spawn(path("../../../node_modules/.bin/node"), program, { stdio: "inherit" });
  // A terminal interrupts both by itself; everything else only knows this process.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", () => {
    console.error("The pinned Node is not installed yet. Run 'npm ci' in the repository first.");
    process.exitCode = 1;
  });
  child.on("exit", (code) => (process.exitCode = code ?? 1));
}
