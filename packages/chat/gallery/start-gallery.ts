import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { build } from "vite";
import { buildIfStale } from "../../../scripts/build.ts";
import { startFakeService } from "../test/fake-service.ts";
import { createShop } from "./create-shop.ts";
import { sceneFor } from "./states.ts";

/** The gallery on loopback. */
export interface Gallery extends Disposable {
  /** Such as `http://localhost:4173`. */
  readonly origin: string;
  /** Builds what has changed, and reloads the open pages. */
  renew(): Promise<void>;
}

/** The number of different origins for states, before the first is used again. */
const originCount = 12;

const types: Readonly<Record<string, string>> = {
  "/": "text/html; charset=utf-8",
  "/gallery.js": "text/javascript",
  "/gallery.css": "text/css",
};

/** Builds the widget and the gallery's page if they are stale, and serves both. @throws if something cannot be built */
export async function startGallery({ port = 0 }: { readonly port?: number } = {}): Promise<Gallery> {
  let files = await buildFiles();
  const watching = new Set<ServerResponse>();
  const shop = createShop();
  function pages(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = "" } = request;
    if (shop(request, response)) return true;
    const path = url.split("?")[0] ?? "";
    if (path === "/changes") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      watching.add(response);
      response.once("close", () => watching.delete(response));
      return true;
    }
    const body = files.get(path);
    if (body !== undefined)
      response.writeHead(200, { "content-type": types[path] }).end(body.replace("$origins", origins));
    return body !== undefined;
  }
  const front = await startFakeService(sceneFor, { pages, port });
  const others = await Promise.all(
    Array.from({ length: originCount }, () => startFakeService(sceneFor, { pages })),
  );
  const origins = others.map(({ service }) => service).join(" ");
  return {
    origin: front.service,
    async renew() {
      files = await buildFiles();
      for (const response of watching) response.write("data: again\n\n");
    },
    [Symbol.dispose]() {
      for (const fake of [front, ...others]) fake.close();
    },
  };
}

async function buildFiles(): Promise<ReadonlyMap<string, string>> {
  await buildIfStale();
  const page = join(import.meta.dirname, "page");
  const built = await build({
    configFile: false,
    root: page,
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      target: "es2023",
      minify: false,
      rolldownOptions: { input: join(page, "gallery.tsx"), output: { entryFileNames: "gallery.js" } },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    "output" in each ? each.output : [],
  );
  const files = new Map([["/", await readFile(join(page, "index.html"), "utf8")]]);
  for (const output of outputs) {
    if (output.type === "chunk") files.set("/gallery.js", output.code);
    else if (output.fileName.endsWith(".css")) files.set("/gallery.css", String(output.source));
  }
  return files;
}
