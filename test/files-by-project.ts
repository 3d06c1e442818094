import { BaseSequencer, type TestSpecification } from "vitest/node";
import { kindsOfTests } from "./kinds.ts";

/**
 * Runs the files of one project after those of another, and of each the longest first. A worker keeps what it loaded
 * and the browser that it started only from one file to the next of the same project.
 */
export class FilesByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const kindOf = ({ project }: TestSpecification) =>
      kindsOfTests.findIndex((kind) => kind === project.name);
    return longestFirst.toSorted((one, other) => kindOf(one) - kindOf(other));
  }
}
