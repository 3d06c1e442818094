import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { Asset, Assets, ConsoleFiles } from "../dependencies.ts";

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
  const [launcher, chat] = await Promise.all([loadFolder(folders.launcher), loadFolder(folders.chat)]);
  const frame = take(chat, "index.html");
  if (!frame) throw new Error(`The chat application is not built: ${folders.chat} has no index.html.`);
  const script = take(launcher, "launcher.js");
  if (!script) throw new Error(`The launcher is not built: ${folders.launcher} has no launcher.js.`);
  const parts = [...launcher].map(([path, part]) => [path.replace(/^launcher\//, ""), part] as const);
  return { launcher: script, launcherParts: new Map(parts), frame, chat };
}

/**
 * Reads the built console into memory when it is first asked for: a service whose console nobody opens never loads it.
 *
 * @param folder the `dist` folder of the console
 * @throws (what it returns) when the console is not built
 */
export function createConsoleFiles(folder: string): ConsoleFiles {
  let loading: ReturnType<ConsoleFiles> | undefined;
  const load = async () => {
    const files = await loadFolder(folder);
    const document = take(files, "index.html");
    if (!document) throw new Error(`The console is not built: ${folder} has no index.html.`);
    return { document, files };
  };
  return () => (loading ??= load());
}

/** The files of a folder, by path. */
async function loadFolder(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !(extname(file) in contentTypes)) continue;
    assets.set(relative(folder, file).split(sep).join("/"), await loadAsset(file));
  }
  return assets;
}

function take(assets: Map<string, Asset>, path: string): Asset | undefined {
  const asset = assets.get(path);
  assets.delete(path);
  return asset;
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
