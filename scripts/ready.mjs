// Makes a fresh clone ready to run: installs what the lock file pins, then builds what is stale. It runs before `npm
// start` and `npm test`, on any Node, so it is plain JavaScript without dependencies. If nothing has changed it only
// compares stamps.
//
//   node scripts/ready.mjs           what running needs
//   node scripts/ready.mjs --tools   what testing and developing need too, from npm
//   node scripts/ready.mjs --tests   programs of the system that tests need too
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findPinnedNode, fits, installPinnedNode, runNpm } from "../packages/cli/bin/pinned-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = 20;
const isWindows = process.platform === "win32";
const nodeModules = join(root, "node_modules");
const stampFile = join(nodeModules, ".ready");
/** The packages that `npm start` runs or builds; the rest is left for later. */
const started = ["cli", "chat", "console", "launcher"];
/** The inputs of the browser builds, and their outputs. */
const buildInputs = ["launcher", "chat", "console", "client", "contract", "markdown"].map((name) =>
  join(root, "packages", name),
);
const buildOutputs = ["launcher/dist/launcher.js", "chat/dist/index.html", "console/dist/index.html"].map(
  (path) => join(root, "packages", path),
);

checkNode();
const withTests = process.argv.includes("--tests");
const node = await install({ withTools: withTests || process.argv.includes("--tools") });
await build();
if (withTests) readyTests();

function checkNode() {
  if (Number(process.versions.node.split(".")[0]) >= oldestNode) return;
  stop(
    `ServiceChat needs Node ${oldestNode} or newer to begin with, and this is ${process.version}. ` +
      "Please install a current one from https://nodejs.org and try again.",
  );
}

/** Installs what is missing. Returns the Node to run on. */
async function install({ withTools }) {
  const wanted = packagesToInstall({ withTools });
  const found = ownNode() ?? findPinnedNode();
  if (!wanted && found) return linkNode(found);
  const work = async () => {
    const [node] = await Promise.all([found ?? installPinnedNode(), wanted && installPackages(wanted)]);
    if (wanted) await run(node, [join(root, "scripts", "unneeded-files.ts")]);
    return node;
  };
  try {
    return linkNode(await withProgress("Installing the pinned packages", work));
  } catch ({ message }) {
    return stop(message);
  }
}

/** The machine's Node, if it is suitable. One that is among the packages is removed with them. */
function ownNode() {
  return fits(process.version) && !process.execPath.startsWith(nodeModules) ? process.execPath : undefined;
}

/** What npm has to install, if anything. Packages for tests remain, since a service may be running from them. */
function packagesToInstall({ withTools }) {
  const dependencies = dependenciesStamp();
  const stamps = readStamps();
  const isCurrent = stamps.dependencies === dependencies;
  if (isCurrent && (stamps.tools || !withTools)) return undefined;
  const tools = withTools || existsSync(join(nodeModules, "vitest"));
  const runtime = ["--omit=dev", ...started.map((name) => `--workspace=packages/${name}`)];
  // Packages may be in use, so only what is missing is added.
  const words = isCurrent ? ["install", "--no-save"] : ["ci", ...(tools ? [] : runtime)];
  return { words, stamps: { ...(isCurrent && stamps), dependencies, tools } };
}

async function installPackages({ words, stamps }) {
  const npm = (...more) => runNpm([...words, "--ignore-scripts", "--loglevel=error", ...more], root);
  // npm's cache of the registry is tried first, but may be older than a version.
  const first = await npm("--prefer-offline");
  const { code, output } = first.output.includes("ETARGET") ? await npm() : first;
  if (code !== 0) {
    throw new Error(
      `${output}\nThe packages could not be installed. What npm said is above; is the npm registry reachable?`,
    );
  }
  writeStamps(stamps);
}

/** Puts the Node to run on where npm's scripts, `npx` and service managers find it. */
function linkNode(node) {
  const link = join(nodeModules, ".bin", isWindows ? "node.exe" : "node");
  if (isSameFile(link, node)) return node;
  rmSync(link, { force: true });
  if (!isWindows) symlinkSync(node.startsWith(root) ? relative(dirname(link), node) : node, link);
  else if (node === findPinnedNode()) linkSync(node, link); // the machine's own is found anyway
  return node;
}

function isSameFile(...paths) {
  const [one, other] = paths.map((path) => path && statSync(path, { throwIfNoEntry: false })?.ino);
  return one !== undefined && one === other;
}

async function build() {
  const wanted = buildStamp();
  if (readStamps().build === wanted && buildOutputs.every((file) => existsSync(file))) return;
  await withProgress("Building the browser parts", () =>
    run(node, [join(root, "scripts", "build.ts")]),
  ).catch(({ message }) => stop(`${message}\nThe browser parts could not be built. The reason is above.`));
  writeStamps({ ...readStamps(), build: wanted });
}

/** Changes when an install could have another result: other pins, another platform. */
function dependenciesStamp() {
  const manifests = readdirSync(join(root, "packages")).map((name) =>
    join(root, "packages", name, "package.json"),
  );
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of [join(root, "package.json"), join(root, "package-lock.json"), ...manifests]) {
    if (existsSync(file)) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Changes when a source of the browser parts was changed, added or removed. */
function buildStamp() {
  const hash = createHash("sha256").update(readStamps().dependencies ?? "");
  const add = (path) => {
    const about = statSync(path, { throwIfNoEntry: false });
    if (about?.isFile()) hash.update(`${path.slice(root.length)} ${about.mtimeMs} ${about.size}\n`);
    if (about?.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
  };
  for (const file of ["scripts/build.ts", "tsconfig.base.json", "tsconfig.browser.json"])
    add(join(root, file));
  for (const folder of buildInputs) {
    for (const name of readdirSync(folder).sort())
      if (!/^(dist|test|node_modules)$/.test(name)) add(join(folder, name));
  }
  return hash.digest("hex");
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return {}; // a missing or damaged stamp only means repeating the work
  }
}

function writeStamps(stamps) {
  mkdirSync(nodeModules, { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamps));
}

/** Counts the seconds of some work: in place on a terminal, occasionally in a log. */
async function withProgress(title, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const onTerminal = process.stdout.isTTY;
  const show = () =>
    process.stdout.write(onTerminal ? `\r${title} … ${seconds()} s` : `${title} … ${seconds()} s\n`);
  const end = (how) =>
    process.stdout.write(`${onTerminal ? "\r" : ""}${title} … ${how} after ${seconds()} s\n`);
  show();
  const timer = setInterval(show, onTerminal ? 1000 : 15_000);
  try {
    const result = await work();
    end("done");
    return result;
  } catch (thrown) {
    end("failed");
    throw thrown;
  } finally {
    clearInterval(timer);
  }
}

/** Rejects with the program's output if it fails. */
function run(program, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(Buffer.concat(output).toString())),
    );
  });
}

/**
 * Installs what tests need besides npm's packages. If something is unavailable some tests are skipped, but the others
 * still run.
 */
function readyTests() {
  spawnSync(node, [join(root, "scripts", "ready-tests.ts")], { cwd: root, stdio: "inherit" });
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
