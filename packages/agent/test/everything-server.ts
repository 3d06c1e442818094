import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { freePort } from "../../../test/servers/free-port.ts";

const program = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);

/** The protocol's own server for testing clients, in a separate process. */
export async function startEverythingServer(port?: number) {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, [program, "streamableHttp"], {
    env: { ...process.env, PORT: String(chosen) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the MCP server did not start")));
    child.stderr.on("data", (said) => {
      if (String(said).includes("listening on port")) resolve();
    });
  });
  return {
    url: `http://127.0.0.1:${chosen}/mcp`,
    port: chosen,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
