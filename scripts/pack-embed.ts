import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");
const home = join(root, "packages/embed");
/** Where the declarations of our other packages are, as in `tsconfig.declarations.json`. */
const declaredIn: Readonly<Record<string, string>> = {
  "@servicechat/contract": "contract/src/index.ts",
  "@servicechat/launcher/service-chat": "launcher/src/service-chat.ts",
};

interface Manifest {
  readonly [field: string]: unknown;
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * Writes `@servicechat/embed` as others install it: plain modules, declarations that need none of our other packages,
 * and a manifest.
 *
 * @param folder is emptied first
 * @throws if it cannot be built
 */
export async function writeEmbedPackage(folder: string): Promise<void> {
  await build({
    configFile: join(home, "vite.config.ts"),
    root: home,
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true },
  });
  await writeDeclarations(join(folder, "types"));
  const manifest: Manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  await writeFile(join(folder, "package.json"), `${JSON.stringify(published(manifest), undefined, 2)}\n`);
  for (const name of ["packages/embed/README.md", "LICENSE"])
    await copyFile(join(root, name), join(folder, posix.basename(name)));
}

/**
 * The compiler's declarations of the sources, including those of the launcher and the contract, with relative paths.
 */
async function writeDeclarations(folder: string): Promise<void> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", join(home, "tsconfig.declarations.json"), "--outDir", folder], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const file of globSync("**/*.d.ts", { cwd: folder })) {
    const text = await readFile(join(folder, file), "utf8");
    const linked = text.replaceAll(/(?<=\bfrom |\bimport\()"([^"]+)"/g, (_whole, specifier: string) => {
      const ours = declaredIn[specifier];
      return `"${(ours ? relativeTo(file, ours) : specifier).replace(/\.ts$/, ".js")}"`;
    });
    if (linked.includes('"@servicechat/')) throw new Error(`${file} names a package that nobody else has.`);
    await writeFile(join(folder, file), linked);
  }
}

function relativeTo(file: string, target: string): string {
  const path = posix.relative(posix.dirname(file.replaceAll("\\", "/")), target);
  return path.startsWith(".") ? path : `./${path}`;
}

/** The manifest without what applies only to this repository. */
function published({ exports, dependencies: _ours, private: _private, ...rest }: Manifest): object {
  const entryPoints = Object.entries(exports).map(([entryPoint, file]) => {
    const name = posix.basename(file, ".ts");
    return [entryPoint, { types: `./types/embed/src/${name}.d.ts`, default: `./${name}.js` }];
  });
  return { ...rest, exports: Object.fromEntries(entryPoints) };
}

if (import.meta.main) {
  const folder = join(home, "dist");
  await writeEmbedPackage(folder);
  execFileSync("npm", ["pack"], { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
}
