import { describe, expect, test } from "vitest";
import { called, passage, result, searched, speak, user } from "./speak-extractive.ts";

const input = { orderId: "7" };
const after = (value: unknown, failed = false) => [
  user("Return an order"),
  called("return", input),
  result("return", value, { failed }),
];

describe("an agent without a model, after a request that the visitor decided on", () => {
  test("tells its answer, a line for each plain field", async () => {
    const body = { returnId: "R-7", days: 14, "free\nshipping": true, label: { url: "x" }, note: "a\nb" };
    const { text } = await speak(after({ status: 200, body }));
    expect(text).toBe("Done.\n\n- returnId: R-7\n- days: 14\n- free shipping: true\n- note: a b");
  });

  test.each([["no JSON"], [{ status: 204, body: "" }], [{ status: 200, body: ["a"] }]])(
    "says that it is done when there is nothing to tell: %j",
    async (value) => {
      expect((await speak(after(value))).text).toBe("Done.");
    },
  );

  test("says when it failed, and when nothing was sent", async () => {
    expect((await speak(after("The tool failed.", true))).text).toContain("did not work");
    expect((await speak(after("Not run: the visitor did not confirm it.", true))).text).toBe(
      "Nothing was sent.",
    );
  });

  test("still answers the next question from its knowledge", async () => {
    const found = searched("How long do refunds take?", [passage("Refunds")]);
    const { text } = await speak([...after({ status: 200, body: {} }), ...found]);
    expect(text).toContain("All about Refunds.");
  });
});
