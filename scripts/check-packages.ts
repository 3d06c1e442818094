import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

interface Audit {
  /** Why there is no result. */
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
}

/** Known vulnerabilities in packages that are used at run time. @returns whether there are none, as far as is known */
function audit(): boolean {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--omit=dev"], { cwd: root, encoding: "utf8" });
  let answer: Audit = {};
  try {
    answer = JSON.parse(stdout) as Audit;
  } catch {
    // Reported below.
  }
  if (!answer.vulnerabilities) {
    console.warn(`npm audit: NOT KNOWN. The registry gave no answer: ${answer.message ?? "none at all"}`);
    return true;
  }
  const found = Object.entries(answer.vulnerabilities);
  console.log(`npm audit: ${found.length} packages with known weaknesses`);
  for (const [name, { severity }] of found) console.error(`  ${name}: ${severity}`);
  return found.length === 0;
}

/** The licences of everything that is installed, including development dependencies, according to the lock file. */
function listLicences(): void {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { readonly link?: boolean; readonly license?: string }>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => /node_modules\//.test(path) && !link,
  );
  const byLicence = Map.groupBy(installed, ([, { license }]) => license ?? "not told");
  for (const [licence, list] of [...byLicence].toSorted(([, some], [, more]) => more.length - some.length)) {
    const names =
      list.length > 3 ? "" : `: ${list.map(([path]) => path.replace(/.*node_modules\//, "")).join(", ")}`;
    console.log(`  ${String(list.length).padStart(4)} ${licence}${names}`);
  }
}

listLicences();
if (!audit()) process.exitCode = 1;
