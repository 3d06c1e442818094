import { BaseSequencer, type TestSpecification } from "vitest/node";
import type { KindOfTest } from "./kinds.ts";

/**
 * Tests of faults wait more than they work, so they do not come last, where nobody would use the processor meanwhile:
 * browsers, which work most, do.
 */
const order: readonly KindOfTest[] = ["unit", "faults", "database", "browser"];

/** Short files that take long. A run that does not know how long earlier ones took goes by the files' sizes. */
const long: readonly string[] = [
  "never-talked-over-under-faults.faults.test.ts",
  "nothing-lost-on-two-nodes.faults.test.ts",
  "10-slow-readers.faults.test.ts",
  "stop-without-database.faults.test.ts",
  "agent-test-suite.database.test.ts",
  "console-gallery.browser.test.ts",
  "chat/test/gallery.browser.test.ts",
  "taking-turns.browser.test.ts",
  "shop-conversation.browser.test.ts",
];

/**
 * Runs the files of one project after those of another, the longest of each first. A worker reuses loaded modules and
 * its browser only for the next file of the same project.
 */
export class FilesByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const kindOf = ({ project }: TestSpecification) => order.findIndex((kind) => kind === project.name);
    const isShort = ({ moduleId }: TestSpecification) => !long.some((name) => moduleId.endsWith(name));
    return longestFirst.toSorted(
      (one, other) => kindOf(one) - kindOf(other) || Number(isShort(one)) - Number(isShort(other)),
    );
  }
}
