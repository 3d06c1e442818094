// ServiceChat runs on one version of Node: the machine's own if it fits, otherwise one that npm downloads and that is
// kept beside this package. The caller may run on any Node from 20 on, so this is plain JavaScript.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const isWindows = process.platform === "win32";
/**
 * A separate package that is never installed as one: it lists the npm packages that contain that Node, and their
 * hashes.
 */
const folder = fileURLToPath(new URL("../node/", import.meta.url));
const packageName = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
const home = join(folder, "node_modules", packageName);

/** The version that everything is tested with, such as `24.21.0`. */
export const pinnedVersion = readJson(folder, "package.json").version;

/** Whether ServiceChat runs on this version of Node, such as `v24.22.0`: of the same major version, and not older. */
export function fits(version) {
  const [major, minor, patch] = numbersOf(version);
  const [pinnedMajor, pinnedMinor, pinnedPatch] = numbersOf(pinnedVersion);
  return major === pinnedMajor && (minor > pinnedMinor || (minor === pinnedMinor && patch >= pinnedPatch));
}

/** Where the pinned Node is, or `undefined` if it is not installed. */
export function findPinnedNode() {
  const program = join(home, "bin", isWindows ? "node.exe" : "node");
  return existsSync(program) && readJson(home, "package.json").version === pinnedVersion
    ? program
    : undefined;
}

/**
 * Downloads the pinned Node, completely or not at all: several processes may do so at once.
 *
 * @returns where it is
 * @throws if it cannot be installed, with the reason and what to do
 */
export async function installPinnedNode() {
  const { integrity } = readJson(folder, "package-lock.json").packages[`node_modules/${packageName}`] ?? {};
  if (!integrity) {
    throw new Error(
      `npm has no Node ${pinnedVersion} for ${process.platform} on ${process.arch}. ` +
        `Please install that version, or a newer ${numbersOf(pinnedVersion)[0]}, from https://nodejs.org.`,
    );
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const fresh = mkdtempSync(join(folder, "node_modules", ".fresh-"));
  try {
    await unpack(integrity, fresh);
    if (existsSync(home)) renameSync(home, join(fresh, "old"));
    renameSync(join(fresh, "package"), home);
  } catch (thrown) {
    if (!findPinnedNode()) throw thrown; // otherwise another process was faster
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return findPinnedNode();
}

/** Not installed as a package, because most of its files are headers for compiling against it. */
async function unpack(integrity, fresh) {
  const say = ({ output }) => new Error(`Node ${pinnedVersion} could not be installed:\n${output}`);
  const packed = await runNpm(["pack", `${packageName}@${pinnedVersion}`, "--loglevel=error"], fresh);
  const file = readdirSync(fresh).find((name) => name.endsWith(".tgz"));
  if (packed.code !== 0 || !file) throw say(packed);
  const [algorithm, hash] = integrity.split(/-(.*)/s);
  if (
    createHash(algorithm)
      .update(readFileSync(join(fresh, file)))
      .digest("base64") !== hash
  )
    throw say({ output: `${packageName} is not the one that is pinned: its hash is another one.` });
  const wanted = ["bin", "LICENSE", "package.json"].map((name) => `package/${name}`);
  const unpacked = await run("tar", ["-xzf", file, ...wanted], fresh);
  if (unpacked.code !== 0) throw say(unpacked);
}

/** Runs npm: the one that started this process, if any. Resolves with its exit code and what it printed. */
export function runNpm(words, folder) {
  const npm = process.env.npm_execpath;
  const given = [...words, "--no-audit", "--no-fund", "--no-update-notifier"];
  return npm?.endsWith("js") ? run(process.execPath, [npm, ...given], folder) : run("npm", given, folder);
}

function run(program, words, cwd) {
  return new Promise((resolve) => {
    const isScript = isWindows && program === "npm";
    const child = spawn(program, words, { cwd, stdio: ["ignore", "pipe", "pipe"], shell: isScript });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", ({ message }) => resolve({ code: 1, output: `${output}${message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function readJson(...path) {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

function numbersOf(version) {
  return version.replace("v", "").split(".").map(Number);
}
