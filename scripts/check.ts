import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** One thing to check, and what to do when it fails. */
interface Step {
  readonly name: string;
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  readonly advice: string;
}

/** Cheapest first. Walls, surface, bytes and documents are tests in tools/. */
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
  {
    name: "tests",
    commands: [["npm", "test"]],
    advice: "Run one file with 'npx vitest run <file>' until it passes.",
  },
];

const root = join(import.meta.dirname, "..");
const binaries = join(root, "node_modules", ".bin");
const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env["PATH"] ?? ""}`,
  // What takes longer than `npm test` has.
  COMPARE_PICTURES: "1",
  OTHER_BROWSERS: "1",
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
  if (!passes(step)) {
    console.error(`\nThe check stopped at ${step.name}. ${step.advice}`);
    process.exit(1);
  }
  console.log(`${step.name}: fine, ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
console.log("\nEverything is fine.");
