import { expect, test } from "vitest";
import { commandLine } from "../src/access/actor.ts";
import { auditLine } from "../src/access/audit.ts";

test("lines of the audit log that are written within a millisecond are in the order of their ids", () => {
  const ids = Array.from({ length: 500 }, () => auditLine({ now: () => 0 }, commandLine, "sign_in").id);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
