import { expect, test } from "vitest";
import { RemoteProblem } from "../src/remote/remote-problem.ts";
import { readSteps } from "../src/remote/read-steps.ts";

/** An answer whose lines arrive in pieces that end anywhere. */
function inPieces(lines: readonly unknown[], size: number): Response {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    new TextEncoder().encode(text.slice(at * size, (at + 1) * size)),
  );
  return new Response(ReadableStream.from(pieces));
}

const reading = (done: number) => ({ step: "reading", done, total: 2 });

test.each([1, 7, 10_000])(
  "steps are heard as they come, then what the work came to, in pieces of %i",
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

test("a refusal halfway is a refusal, and an answer that breaks off comes to nothing", async () => {
  const problem = {
    code: "internal",
    detail: "The disk is full.",
    status: 500,
    title: "",
    type: "",
    retryable: true,
    requestId: "r",
  };
  await expect(readSteps(inPieces([reading(1), { problem }], 9), {})).rejects.toThrow(RemoteProblem);
  expect(await readSteps(inPieces([reading(1)], 9), {})).toBeUndefined();
});
