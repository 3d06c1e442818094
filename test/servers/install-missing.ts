import { spawnSync } from "node:child_process";

/** Something that tests need and npm does not provide. */
export interface Program {
  readonly name: string;
  /** "the browser tests" */
  readonly neededBy: string;
  /** Its package name in Debian and Ubuntu. */
  readonly packageName: string;
  /** The command with which root can build it if the system's release has no such package. */
  readonly otherwise?: readonly string[];
  readonly isThere: () => Promise<boolean>;
}

/** What it depends on, unless a test says otherwise. */
const thisMachine = {
  isRoot: process.getuid?.() === 0,
  environment: process.env,
  say: (sentence: string): void => void process.stdout.write(`${sentence}\n`),
};

/**
 * Installs missing programs from the system's packages: as root, or if sudo needs no password. Reports each one that is
 * still missing afterwards, and which tests are skipped.
 */
export async function installMissing(
  programs: readonly Program[],
  { isRoot, environment, say }: typeof thisMachine = thisMachine,
): Promise<void> {
  const asked = await Promise.all(
    programs.map(async (program) => ({ program, isThere: await program.isThere() })),
  );
  const missing = asked.filter(({ isThere }) => !isThere).map(({ program }) => program);
  if (missing.length === 0) return;

  const asRoot = (asked: readonly string[], complaints: "inherit" | "ignore" = "inherit"): boolean => {
    const [command = "", ...words] = isRoot ? asked : ["sudo", "-n", ...asked];
    const stdio = ["ignore", "ignore", complaints] as const;
    return spawnSync(command, words, { stdio: [...stdio], env: environment }).status === 0;
  };
  const aptGet = (asked: readonly string[], complaints?: "ignore"): boolean =>
    asRoot(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...asked], complaints);
  const mayInstall = aptGet(["--version"], "ignore");
  if (mayInstall) aptGet(["update", "-qq"]);
  for (const { name, neededBy, packageName, otherwise, isThere } of missing) {
    const skipped = `${neededBy} are skipped, and everything else is tested.`;
    if (!mayInstall) {
      say(`${name} is not installed, and only root on a system with apt-get can add it here: ${skipped}`);
      continue;
    }
    say(`Installing ${name} for ${neededBy} (apt-get install ${packageName}) …`);
    aptGet(["install", "-y", "-qq", "--no-install-recommends", packageName], otherwise && "ignore");
    if (otherwise && !(await isThere())) asRoot(otherwise);
    if (!(await isThere())) say(`apt-get could not install ${name}: ${skipped}`);
  }
}
