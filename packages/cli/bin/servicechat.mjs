#!/usr/bin/env node
// The program needs one version of Node. Started with another one, this hands over to the pinned one, which npm installs
// when it is missing. (`npx servicechat` in the repository finds that one first.)
import { spawn } from "node:child_process";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { findPinnedNode, fits, installPinnedNode, pinnedVersion } from "./pinned-node.mjs";

if (fits(process.version)) {
  // Compiles types out of the source once instead of at every start: this saves time, and the compiler's memory.
  // Threads only read the variable; if the operator has set it, their value is used.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL("../../../node_modules/.cache/compile", import.meta.url),
  );
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // What is loaded stays: the young generation need not grow for it. See src/process/heap-growth.ts.
  setFlagsFromString("--semi-space-growth-factor=1");
  await import("../src/servicechat.ts");
} else {
  const node = findPinnedNode() ?? (await install());
  if (node) runPinned(node);
}

async function install() {
  console.error(
    `ServiceChat needs Node ${pinnedVersion}, and this is ${process.version}. Installing it beside it …`,
  );
  try {
    return await installPinnedNode();
  } catch ({ message }) {
    console.error(message);
    process.exitCode = 1;
    return undefined;
  }
}

function runPinned(node) {
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, words, { stdio: "inherit" });
  // A terminal interrupts both processes; all other senders know only this one.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", ({ message }) => {
    console.error(`Node ${pinnedVersion} could not be started: ${message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code) => (process.exitCode = code ?? 1));
}
