import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { freePort } from "../servers/free-port.ts";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/** The back end of `examples/shop`, as an operator starts it. */
export interface Shop extends AsyncDisposable {
  readonly url: string;
  /** Its agent file, for this port. */
  readonly agent: Readonly<Record<string, unknown>>;
  /** The returns it was asked to make. */
  returns(): Promise<readonly unknown[]>;
}

/** Starts the shop in a separate process. */
export async function startShop(token: string): Promise<Shop> {
  const port = await freePort();
  const child = spawn(process.execPath, [`${examples}shop/shop.mjs`], {
    env: { PATH: process.env["PATH"], SHOP_TOKEN: token, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => Promise.reject(new Error("the shop did not open"))),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const file = await readFile(`${examples}agents/shop.yaml`, "utf8");
  return {
    url,
    agent: parse(file.replaceAll("http://127.0.0.1:4400", url)) as Record<string, unknown>,
    async returns() {
      const answer = await fetch(`${url}/api/returns`, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { returns: unknown[] }).returns;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
