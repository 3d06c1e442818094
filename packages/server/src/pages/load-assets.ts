import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { Asset, Assets } from "../parts.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
};

/**
 * Reads the built browser parts into memory, with the encodings that lie beside them.
 *
 * @param folders the `dist` folders of the launcher and the chat application
 * @throws when a part is not built
 */
export async function loadAssets(folders: {
  readonly launcher: string;
  readonly chat: string;
}): Promise<Assets> {
  const chat = new Map<string, Asset>();
  for (const entry of await readdir(folders.chat, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !(extname(file) in contentTypes)) continue;
    chat.set(relative(folders.chat, file).split(sep).join("/"), await loadAsset(file));
  }
  const frame = chat.get("index.html");
  if (!frame) throw new Error(`The chat application is not built: ${folders.chat} has no index.html.`);
  chat.delete("index.html");
  return { launcher: await loadAsset(join(folders.launcher, "launcher.js")), frame, chat };
}

async function loadAsset(file: string): Promise<Asset> {
  const [body, brotli, gzip] = await Promise.all([
    readFile(file),
    readFile(`${file}.br`).catch(() => undefined),
    readFile(`${file}.gz`).catch(() => undefined),
  ]);
  return {
    contentType: contentTypes[extname(file)] ?? "application/octet-stream",
    body,
    ...(brotli && { brotli }),
    ...(gzip && { gzip }),
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
  };
}
