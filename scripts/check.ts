import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { leaveOutTooling } from "./tooling-tests.ts";

// Checks everything, cheapest first, and stops at the first failure. `npm test` runs it.
//
//   node scripts/check.ts             format, lint, types, tests, without those of tools that did not change
//   node scripts/check.ts --all       all tests, also known vulnerabilities of packages, pictures and other browsers
//   node scripts/check.ts FILE ...    only the tests in these files; other arguments are passed to vitest too

/** One check, and what to do if it fails. */
interface Step {
  readonly name: string;
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  readonly advice: string;
}

const words = process.argv.slice(2);
const all = words.includes("--all");
const forVitest = words.filter((word) => word !== "--all");
const root = join(import.meta.dirname, "..");
const leftOut = all || forVitest.length > 0 ? { tests: [], reasons: [] } : leaveOutTooling(root);

const packages: Step = {
  name: "packages",
  commands: [["node", "scripts/check-packages.ts"]],
  advice: "Take a version without the weakness, or say in docs/decisions.md why it does not matter here.",
};
/** Walls, surface, bytes and documents are tests in tools/. */
const steps: readonly Step[] = [
  {
    name: "format",
    commands: [["oxfmt", "--check", "."]],
    advice: "Run 'npm run format' and look at what changed.",
  },
  {
    name: "lint",
    commands: [["oxlint", "--type-aware", "--deny-warnings"]],
    advice: "The linter says above what is wrong and where.",
  },
  {
    name: "types",
    commands: [
      ["tsc", "-p", "tsconfig.server.json"],
      ["tsc", "-p", "tsconfig.browser.json"],
    ],
    advice: "The compiler says above what does not fit.",
  },
  ...(all ? [packages] : []),
  {
    name: "tests",
    commands: [["vitest", "run", ...leftOut.tests.flatMap((glob) => ["--exclude", glob]), ...forVitest]],
    advice: "",
  },
];

const binaries = join(root, "node_modules", ".bin");
const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env["PATH"] ?? ""}`,
  ...(all && { COMPARE_PICTURES: "1", OTHER_BROWSERS: "1", WHOLE_CHECK: "1" }),
};

function passes({ commands }: Step): boolean {
  return commands.every(([program, ...args]) => {
    const { status, error } = spawnSync(program, args, { cwd: root, env: environment, stdio: "inherit" });
    if (error) console.error(`'${program}' could not be started: ${error.message}`);
    return status === 0;
  });
}

for (const [index, step] of steps.entries()) {
  const started = performance.now();
  console.log(`\n[${index + 1}/${steps.length}] ${step.name}`);
  if (step.name === "tests")
    for (const reason of leftOut.reasons) console.log(`Not run, 'npm run check' does: ${reason}`);
  const isFine = passes(step);
  // The tests come last, so that their counts end the output.
  if (index === steps.length - 1) process.exit(isFine ? 0 : 1);
  if (!isFine) {
    console.error(`\nThe check stopped at ${step.name}. ${step.advice}`);
    process.exit(1);
  }
  console.log(`${step.name}: fine, ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
