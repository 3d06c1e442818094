import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { initialAssets } from "../../tools/initial-assets.ts";
import { sentBytes } from "../../tools/sent-bytes.ts";
import type { Part } from "../part.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** What a page loads before the first click, and what the frame loads when it opens: bytes as sent. */
export const bytes: Part = async () => {
  const page = join(packages, "chat/dist/index.html");
  const launcher = join(packages, "launcher/dist/launcher.js");
  if (!existsSync(page) || !existsSync(launcher)) {
    return { skipped: "the browser parts are not built; `npm run build` makes them" };
  }
  const assets = initialAssets(readFileSync(page, "utf8")).map((path) => join(packages, "chat/dist", path));
  return [
    row("launcher, brotli", [launcher], 4, 2.5),
    row("panel, with the first sign of interest, brotli", panelFiles(), 4.25, 4),
    row("frame on first open, brotli", [page, ...assets], 45, 30),
  ];
};

function panelFiles(): string[] {
  const folder = join(packages, "launcher/dist/launcher");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name));
}

function row(figure: string, files: readonly string[], atLeast: number, aim: number): Row {
  const value = files.reduce((sum, file) => sum + sentBytes(file), 0) / 1024;
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return { figure, measured: `${withUnit(value, "KB")} in ${count}`, value, unit: "KB", atLeast, aim };
}
