import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { build } from "vite";
import { writeEmbedPackage } from "../../../scripts/pack-embed.ts";

const root = join(import.meta.dirname, "../../..");
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

/** The package as others install it, and pages that were bundled with it. */
export interface BundledPages extends AsyncDisposable {
  /** The installed package. */
  readonly folder: string;
  /** Serves the pages, with `key` in the place of the examples' key and the service's address in that of theirs. */
  serve(key: () => string): (request: IncomingMessage, response: ServerResponse) => void;
  /** The compiler's messages about a page author's file. Empty if there are none. */
  compile(file: string): string;
}

/** Installs the package below this repository's `node_modules`, where React and Vue are found, and bundles with it. */
export async function bundlePages(): Promise<BundledPages> {
  const workshop = join(root, "node_modules/.embed-pages");
  await mkdir(workshop, { recursive: true });
  const home = await mkdtemp(join(workshop, "pages-"));
  const folder = join(home, "node_modules/@servicechat/embed");
  await writeEmbedPackage(folder);
  await cp(join(import.meta.dirname, "fixtures"), join(home, "pages"), { recursive: true });
  for (const name of ["react", "vue"])
    await cp(join(root, "examples", name), join(home, name), { recursive: true });
  const pages = { react: "index.html", vue: "index.html", pages: "loader.html" };
  for (const [name, page] of Object.entries(pages))
    await build({
      root: join(home, name),
      logLevel: "error",
      base: "./",
      oxc: { jsx: { runtime: "automatic" } },
      // As while developing: strict mode mounts twice then, and Vue says what it finds wrong.
      mode: "development",
      build: { minify: false, modulePreload: false, rolldownOptions: { input: join(home, name, page) } },
    });

  async function answer(path: string, key: string, response: ServerResponse): Promise<void> {
    const [, name = "", ...rest] = path.split("/");
    const file = join(home, name, "dist", rest.join("/"));
    const text = await readFile(file, "utf8").catch(() => undefined);
    response.writeHead(text === undefined ? 404 : 200, { "content-type": types[extname(file)] ?? "" });
    response.end(
      text?.replaceAll("ak_your_key", key).replaceAll("http://localhost:8080", "https://chat.example"),
    );
  }

  return {
    folder,
    serve: (key) => (request, response) => void answer(request.url ?? "", key(), response),
    compile(file) {
      const options =
        "--ignoreConfig --skipLibCheck --noEmit --strict --module esnext --moduleResolution bundler --jsx react-jsx --target es2022";
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      try {
        execFileSync(process.execPath, [
          tsc,
          ...options.split(" "),
          "--types",
          "",
          join(home, "pages", file),
        ]);
        return "";
      } catch (thrown) {
        return String(Reflect.get(thrown as Error, "stdout"));
      }
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
