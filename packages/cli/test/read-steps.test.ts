import { expect, test } from "vitest";
import { AdminProblem } from "../src/admin/admin-problem.ts";
import { readSteps } from "../src/admin/read-steps.ts";

/** A response whose lines arrive in chunks that end anywhere. */
function inPieces(lines: readonly unknown[], size: number): Response {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    new TextEncoder().encode(text.slice(at * size, (at + 1) * size)),
  );
  return new Response(ReadableStream.from(pieces));
}

const reading = (done: number) => ({ step: "reading", done, total: 2 });

test.each([1, 7, 10_000])(
  "steps arrive one by one, then the result of the work, in chunks of %i",
  async (size) => {
    const heard: number[] = [];
    const response = inPieces(
      [reading(1), { step: "of a later version", done: 1, total: 1 }, reading(2), { result: { read: 2 } }],
      size,
    );
    const result = await readSteps(response, { reading: ({ done }) => void heard.push(done) });
    expect([heard, result]).toEqual([[1, 2], { read: 2 }]);
  },
);

test("a refusal halfway is a refusal, and a response that breaks off has no result", async () => {
  const problem = {
    code: "internal",
    detail: "The disk is full.",
    status: 500,
    title: "",
    type: "",
    retryable: true,
    requestId: "r",
  };
  await expect(readSteps(inPieces([reading(1), { problem }], 9), {})).rejects.toThrow(AdminProblem);
  expect(await readSteps(inPieces([reading(1)], 9), {})).toBeUndefined();
});
