import { readChange } from "./changed-files.ts";

/** Tests that can fail only by a change of what they are about, such as of a tool that only tests and measurements use. */
interface Tooling {
  /** What the tests are about. */
  readonly name: string;
  /** Globs of the test files. */
  readonly tests: readonly string[];
  /** Beginnings of paths: a change below them runs the tests. */
  readonly about: readonly string[];
}

/** Every tool may break by new packages or another Node. */
const everybodys = ["package-lock.json", "vitest.config.ts"];

const toolings: readonly Tooling[] = [
  {
    name: "the servers that tests run on",
    tests: ["test/servers/**"],
    about: ["test/servers/", "scripts/ready"],
  },
  { name: "the statistics of the bench", tests: ["test/bench/**"], about: ["bench/", "test/bench/"] },
  {
    name: "the harness that looks for losses",
    tests: [
      "test/harness/check-history*",
      "test/harness/planted-losses*",
      "test/harness/handoff/check-shared-chat*",
    ],
    about: ["test/harness/", "test/support/"],
  },
  { name: "the browsers of tests", tests: ["test/support/**"], about: ["test/support/"] },
  // Not of a tool: shares of many questions, which take minutes, and which nothing else moves.
  {
    name: "how many questions are answered right",
    tests: ["test/answers/answers*", "test/answers/gaps/**", "packages/knowledge/test/documentation-site/**"],
    about: [
      "test/answers/",
      "packages/knowledge/",
      "packages/agent/src/",
      "packages/contract/src/language/",
      "packages/operations/src/gaps/",
      "packages/operations/src/knowledge/",
      "packages/storage/src/gaps/",
      "packages/storage/src/knowledge/",
      "packages/storage/src/postgres/",
      "packages/storage/src/schema/",
      "packages/storage/src/sqlite/",
    ],
  },
];

/** The tests of tools that this run may leave out. */
export interface LeftOut {
  /** Globs, for Vitest's `--exclude`. */
  readonly tests: readonly string[];
  /** One sentence for each tool: what is left out and why. */
  readonly reasons: readonly string[];
}

/** Leaves out the tests of tools that no recent change touches. Nothing is left out if Git cannot tell what changed. */
export function leaveOutTooling(root: string): LeftOut {
  const change = readChange(root, { hours: 24 });
  if (change === undefined) return { tests: [], reasons: [] };
  const isTouched = ({ about }: Tooling): boolean =>
    change.files.some((file) => [...about, ...everybodys].some((start) => file.startsWith(start)));
  const untouched = toolings.filter((tooling) => !isTouched(tooling));
  return {
    tests: untouched.flatMap(({ tests }) => tests),
    reasons: untouched.map(({ name, about }) => `${name}: ${about.join(", ")} unchanged ${change.since}`),
  };
}
