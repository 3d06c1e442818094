import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/** What the browser loads, and the sources of each part, relative to the root. */
const parts = {
  launcher: ["packages/launcher", "packages/contract/src"],
  chat: ["packages/chat", "packages/client/src", "packages/contract/src", "packages/markdown/src"],
  console: ["packages/console", "packages/contract/src", "packages/markdown/src"],
} as const satisfies Record<string, readonly string[]>;

type BrowserPart = keyof typeof parts;

/**
 * Builds the browser parts that are older than their sources into `packages/<part>/dist`, with `.br` and `.gz` beside
 * every text file. A part appears completely or not at all, so several processes may build at once while others read.
 *
 * @param only the requested parts; all of them by default
 * @param report called with one line per part
 * @throws if a part cannot be built
 */
export async function buildIfStale({
  only = ["launcher", "chat", "console"],
  report = () => {},
}: {
  readonly only?: readonly BrowserPart[];
  readonly report?: (line: string) => void;
} = {}): Promise<void> {
  for (const part of only) {
    const stamp = await hashSources(part);
    const built = await readFile(join(root, "packages", part, "dist/.stamp"), "utf8").catch(() => "");
    if (built === stamp) report(`${part}: up to date`);
    else report(`${part}: built ${await buildPart(part, stamp)}`);
  }
}

async function hashSources(part: BrowserPart): Promise<string> {
  const hash = createHash("sha256");
  const files = ["package-lock.json", "tsconfig.base.json", "tsconfig.browser.json", "scripts/build.ts"];
  for (const folder of parts[part]) files.push(...(await sourcesIn(folder)));
  for (const file of files.toSorted()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(?:dist|test|gallery|node_modules)\//.test(file));
}

async function buildPart(part: BrowserPart, stamp: string): Promise<string> {
  const home = join(root, "packages", part);
  const configFile = join(home, "vite.config.ts");
  if (!existsSync(configFile))
    throw new Error(`${part} cannot be built: ${relative(root, configFile)} is missing.`);
  const workshop = join(root, "node_modules/.browser-parts");
  await mkdir(workshop, { recursive: true });
  const fresh = await mkdtemp(join(workshop, `${part}-`));
  try {
    await build({ configFile, root: home, logLevel: "warn", build: { outDir: fresh, emptyOutDir: true } });
    const sizes = await compress(fresh);
    await writeFile(join(fresh, ".stamp"), stamp);
    await chmod(fresh, 0o755); // a temporary folder is private by default
    await replaceFolder(join(home, "dist"), fresh);
    return sizes;
  } catch (cause) {
    throw new Error(`${part} cannot be built.`, { cause });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Writes the compressed files beside each text file. Returns the sizes of the build. */
async function compress(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true });
  const texts = entries.filter((name) => /\.(?:js|css|html|svg)$/.test(name));
  let plain = 0;
  let small = 0;
  for (const name of texts) {
    const body = await readFile(join(folder, name));
    const brotli = await pack(body);
    await writeFile(join(folder, `${name}.br`), brotli);
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(body, { level: 9 }));
    plain += body.length;
    small += brotli.length;
  }
  return `(${plain} bytes, ${small} in brotli)`;
}

async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  await rename(folder, old).catch(() => {}); // there may be none yet
  await rename(fresh, folder).catch(async (cause: unknown) => {
    if (!existsSync(join(folder, ".stamp"))) throw cause; // otherwise another builder was faster
  });
  await rm(old, { recursive: true, force: true });
}

if (import.meta.main) {
  try {
    await buildIfStale({ report: (line) => console.log(line) });
  } catch (thrown) {
    const { message, cause } = thrown instanceof Error ? thrown : new Error(String(thrown));
    console.error(message, ...(cause === undefined ? [] : [cause]));
    process.exitCode = 1;
  }
}

/**
 * Tries ways to encode distances, which no other setting determines, and returns the smallest result (RFC 7932, 4): all
 * numbers of postfix bits, with and without some distances that have codes of their own.
 */
async function pack(body: Buffer): Promise<Buffer> {
  const ways = [0, 1, 2, 3].flatMap((postfixBits) =>
    [0, 4].map((direct) =>
      promisify(brotliCompress)(body, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfixBits,
          [constants.BROTLI_PARAM_NDIRECT]: direct << postfixBits,
        },
      }),
    ),
  );
  const packed = await Promise.all(ways);
  return packed.reduce((smallest, one) => (one.length < smallest.length ? one : smallest));
}
