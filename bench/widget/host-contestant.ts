import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Contestant } from "./contestant.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/**
 * The shop's site for a contestant: its page, the files of its package below `/package/` as from a static file host,
 * compressed with brotli at its best level, and the responses of its back end.
 *
 * @param folder of the unpacked package
 */
export function hostContestant({ page, answer }: Contestant, folder: string | undefined): RequestListener {
  return (request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const reply = async (): Promise<void> => {
      if (path === "/") send(response, "text/html; charset=utf-8", page);
      else if (folder !== undefined && path.startsWith("/package/"))
        await sendFile(join(folder, path.slice("/package/".length)), response);
      else if (!(await answer?.(request, response))) response.writeHead(404).end();
    };
    reply().catch(() => response.destroy());
  };
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "Content-Type": type }).end(body);
}

/** The addresses come only from our own pages and the package's files. */
async function sendFile(file: string, response: ServerResponse): Promise<void> {
  const body = await encoded(file);
  response
    .writeHead(200, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Content-Encoding": "br",
      "Cache-Control": "public, max-age=31536000, immutable",
    })
    .end(body);
}

/** Compressing some of them takes seconds, so it is done once, as in a build. */
async function encoded(file: string): Promise<Buffer> {
  const kept = await readFile(`${file}.br`).catch(() => undefined);
  if (kept) return kept;
  const body = await promisify(brotliCompress)(await readFile(file));
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, body);
  await rename(fresh, `${file}.br`);
  return body;
}

/** The page of a shop that contains only `head` and `body`. */
export function shopPage(body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body><h1>Shop</h1>${body}</body></html>`;
}
