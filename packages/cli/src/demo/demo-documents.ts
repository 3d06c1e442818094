import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * This project's documents at the root of the repository and in `docs`. They are listed one by one, since operators may
 * keep notes beside them: unlisted files are neither shown nor known. A test in `tools` compares the list with the
 * repository.
 */
export const projectDocuments = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "docs/admin-api.md",
  "docs/agent-file.md",
  "docs/agent-tests.md",
  "docs/conformance.md",
  "docs/console.md",
  "docs/decisions.md",
  "docs/deploying.md",
  "docs/design.md",
  "docs/documents.md",
  "docs/embedding.md",
  "docs/first-agent.md",
  "docs/gallery.md",
  "docs/mechanisms.md",
  "docs/monitoring.md",
  "docs/promises.md",
  "docs/questions.md",
  "docs/reliability.md",
  "docs/running.md",
  "docs/scale.md",
  "docs/security.md",
  "docs/webhooks.md",
  "docs/wire.md",
] as const;

/** The help pages of the demo's coffee shop. */
export const shopDocuments = [
  "about.md",
  "bar-menu.md",
  "brewing.md",
  "coffees.md",
  "delivery.md",
  "returns.md",
  "subscriptions.md",
  "tastings-and-gifts.md",
  "visit.md",
] as const;

/** Reads Markdown files of a folder, keyed by their path in it, so that links between them work. */
export async function readDemoDocuments(
  folder: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const reading = paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const);
  return new Map(await Promise.all(reading));
}

/** A glob pattern for an agent file that matches exactly these files of one folder. */
export function filesPattern(folder: string, names: readonly string[]): string {
  return `./${folder}{${names.join(",")}}`;
}
