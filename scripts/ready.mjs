// Makes a fresh clone ready to run: installs what the lock file pins, then builds what is stale. It runs before
// `npm start` and `npm test`, on whatever Node the machine has, so it is plain JavaScript without dependencies.
// When nothing changed it only compares stamps.
import { spawnSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = 20;
const stampFile = join(root, "node_modules", ".ready");
const pinnedNode = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
/** What the browser builds are made from, and what they leave behind. */
const buildInputs = ["launcher", "chat", "client", "contract"].map((name) => join(root, "packages", name));
const buildOutputs = ["launcher/dist/launcher.js", "chat/dist/index.html"].map((path) =>
  join(root, "packages", path),
);

checkNode();
await install();
await build();
if (process.argv.includes("--tests")) readyTests();

function checkNode() {
  if (Number(process.versions.node.split(".")[0]) >= oldestNode) return;
  stop(
    `ServiceChat needs Node ${oldestNode} or newer to begin with, and this is ${process.version}. ` +
      "Please install a current one from https://nodejs.org and try again.",
  );
}

async function install() {
  const wanted = dependenciesStamp();
  if (readStamps().dependencies === wanted && existsSync(pinnedNode)) return;
  // npm names its own program when it runs a script; otherwise it is looked up.
  const npm = process.env.npm_execpath;
  const [command, ...given] = npm?.endsWith("js") ? [process.execPath, npm] : ["npm"];
  const code = await runWithProgress("Installing the pinned packages", command, [
    ...given,
    "ci",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ]);
  if (code !== 0)
    stop("The packages could not be installed. What npm said is above; is the npm registry reachable?");
  writeStamps({ dependencies: wanted });
}

async function build() {
  const wanted = buildStamp();
  if (readStamps().build === wanted && buildOutputs.every((file) => existsSync(file))) return;
  const code = await runWithProgress("Building the browser parts", pinnedNode, [
    join(root, "scripts", "build.ts"),
  ]);
  if (code !== 0) stop("The browser parts could not be built. The reason is above.");
  writeStamps({ ...readStamps(), build: wanted });
}

/** Changes when an install could give something else: other pins, another platform. */
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

/** Changes when a source of the browser parts was touched, added or removed. */
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
    return {}; // a missing or damaged stamp only means doing the work again
  }
}

function writeStamps(stamps) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamps));
}

/** Runs a command and counts the seconds meanwhile: in place on a terminal, now and then in a log. */
function runWithProgress(title, command, given) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const onTerminal = process.stdout.isTTY;
  const show = () =>
    process.stdout.write(onTerminal ? `\r${title} … ${seconds()} s` : `${title} … ${seconds()} s\n`);
  show();
  const timer = setInterval(show, onTerminal ? 1000 : 15_000);
  return new Promise((resolve) => {
    const child = spawn(command, given, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    const end = (code, reason = "") => {
      clearInterval(timer);
      process.stdout.write(
        `${onTerminal ? "\r" : ""}${title} … ${code === 0 ? "done" : "failed"} after ${seconds()} s\n`,
      );
      if (code !== 0) process.stderr.write(Buffer.concat([...output, Buffer.from(reason)]));
      resolve(code);
    };
    child.on("error", (error) => end(1, `${error.message}\n`));
    child.on("close", (code) => end(code ?? 1));
  });
}

/** What tests need besides npm's packages. What cannot be had skips some of them, and never stops the others. */
function readyTests() {
  spawnSync(pinnedNode, [join(root, "scripts", "ready-tests.ts")], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
