import { execFile } from "node:child_process";
import { copyFile, glob, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative } from "node:path";
import { promisify } from "node:util";
import { buildIfStale } from "./build.ts";
import { toJavaScript, type Entries } from "./to-javascript.ts";
import { isUnneeded } from "./unneeded-files.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);
const npm = (folder: string, ...words: readonly string[]) =>
  run("npm", [...words], { cwd: folder, shell: process.platform === "win32" });

/** What is packed unchanged: the demo's documents, the examples for operators, and what browsers load. */
const otherFiles = [
  "*.md",
  "LICENSE",
  "docs/*.md",
  "examples/**",
  "packages/{chat,console,launcher}/dist/**",
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Packs the service as others install it: one file that contains everything but Node, so that nothing is built or
 * downloaded during installation. Its folders are those of the repository, so files find their neighbours, and every
 * line of the program is where it is here.
 *
 * @param folder where the file is written
 * @returns the file
 * @throws if a browser part cannot be built, or the installed packages do not match the lock file
 */
export async function packService(folder: string): Promise<string> {
  await buildIfStale();
  const workshop = join(root, "node_modules/.service-package");
  await mkdir(workshop, { recursive: true });
  const staged = await mkdtemp(join(workshop, "packing-"));
  try {
    const { ours, theirs } = await findPackages();
    const manifests = await Promise.all(ours.map(readManifest));
    await writeProgram(staged, manifests);
    for (const pattern of otherFiles) await copyFiles(staged, pattern);
    for (const path of theirs) await copyPackage(staged, path);
    const { name, version } = await writeManifest(staged, manifests);
    await mkdir(folder, { recursive: true });
    await npm(staged, "pack", "--ignore-scripts", `--pack-destination=${folder}`);
    return join(folder, `${name}-${version}.tgz`);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** The packages that the command consists of: the names of our folders, and the paths of the others from the root. */
async function findPackages() {
  const { stdout } = await npm(root, "ls", "--omit=dev", "--all", "--parseable", "--workspace=packages/cli");
  const paths = stdout.split(/\r?\n/).map((path) => relative(root, path).replaceAll("\\", "/"));
  const scope = "node_modules/@servicechat/";
  const ours = paths.filter((path) => path.startsWith(scope)).map((path) => path.slice(scope.length));
  const theirs = paths.filter((path) => path.startsWith("node_modules/") && !path.startsWith(scope));
  if (ours.length === 0 || theirs.length === 0) throw new Error("npm knows no packages of the command.");
  return { ours, theirs };
}

async function readManifest(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"));
}

const folderOf = ({ name }: Manifest) => name.replace("@servicechat/", "packages/");

/** Our packages, with the other files beside the sources. */
async function writeProgram(staged: string, manifests: readonly Manifest[]): Promise<void> {
  const entries: Entries = new Map(
    manifests.flatMap((manifest) =>
      Object.entries(manifest.exports ?? {}).map(([entry, file]) => [
        posix.join(manifest.name, entry),
        posix.join(folderOf(manifest), file),
      ]),
    ),
  );
  for (const manifest of manifests) {
    const folder = folderOf(manifest);
    for await (const path of filesOf(`${folder}/{package.json,{bin,node,src}/**}`)) {
      await copyTo(staged, path);
      if (!/\.m?[jt]s$/.test(path)) continue;
      const file = join(staged, path);
      await writeFile(file, toJavaScript(path, await readFile(file, "utf8"), entries));
      await rename(file, file.replace(/\.ts$/, ".js"));
    }
  }
}

/** What only developers of a package need, by its path within it: where it is installed, nobody compiles or tests. */
const forDevelopers =
  /^\.|\.(?:[cm]?ts|test\.js)$|^(?:tests?|__tests__|coverage|fixtures|benchmarks?|docs|examples?)\//;

async function copyPackage(staged: string, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  for (const entry of await readdir(join(root, path), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
    const below = file.slice(path.length + 1);
    if (!entry.isFile() || below.startsWith("node_modules/")) continue;
    if (forDevelopers.test(below) || isUnneeded(`${name}/${below}`)) continue;
    await copyTo(staged, file);
  }
}

async function copyFiles(staged: string, pattern: string): Promise<void> {
  for await (const path of filesOf(pattern)) await copyTo(staged, path);
}

async function copyTo(staged: string, path: string): Promise<void> {
  await mkdir(dirname(join(staged, path)), { recursive: true });
  await copyFile(join(root, path), join(staged, path));
}

async function* filesOf(pattern: string): AsyncGenerator<string> {
  const exclude = ["**/node_modules/**"];
  for await (const entry of glob(pattern, { cwd: root, exclude, withFileTypes: true })) {
    if (entry.isFile()) yield relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
  }
}

async function writeManifest(staged: string, manifests: readonly Manifest[]) {
  const { description, license, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const theirs = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies));
  const dependencies = Object.fromEntries(theirs.filter(([name]) => !name.startsWith("@servicechat/")));
  const version = manifests.find(({ name }) => name === "@servicechat/cli")?.version;
  const manifest = {
    name: "servicechat",
    version,
    description,
    license,
    type: "module",
    bin: { servicechat: "packages/cli/bin/servicechat.mjs" },
    // The Node versions on which its command starts; on any of them it installs the right one.
    engines,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  };
  await writeFile(join(staged, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

if (import.meta.main) {
  const file = await packService(join(root, "dist"));
  console.log(`Packed ${relative(process.cwd(), file)}. Install it with: npm install --omit=dev ${file}`);
}
