import { describe, expect, test } from "vitest";
import { called, passage, result, searched, speak, user } from "./speak-extractive.ts";

const input = { orderId: "7" };
const after = (value: unknown, failed = false) => [
  user("Return an order"),
  called("return", input),
  result("return", value, { failed }),
];

describe("an agent without a model, after a request that the visitor decided on", () => {
  test("tells its answer, a line for each plain field or list of such, in words that people read", async () => {
    const plain = { returnId: "R-7", days_left: 14, "free\nshipping": true, note: "a\nb", items: ["tea", 2] };
    const body = { ...plain, label: { url: "x" }, steps: [{}], none: [] };
    const { text } = await speak(after({ status: 200, body }));
    expect(text).toBe(
      "Done.\n\n- Return id: R-7\n- Days left: 14\n- Free shipping: true\n- Note: a b\n- Items: tea; 2",
    );
  });

  test.each(["message", "detail"])("begins with what the back end says of it as its %s", async (field) => {
    const { text } = await speak(after({ status: 200, body: { days: 14, [field]: "R-7 is\nmade." } }));
    expect(text).toBe("R-7 is made.\n\n- Days: 14");
  });

  test("repeats why the back end refused, and nothing else of the refusal", async () => {
    const body = JSON.stringify({ body: { message: "It was delivered.", trace: "inside" } });
    const { text } = await speak(after(`The server answered with status 409. ${body}`, true));
    expect(text).toBe("It was delivered.");
  });

  test.each([["no JSON"], [{ status: 204, body: "" }], [{ status: 200, body: ["a"] }]])(
    "says that it is done when there is nothing to tell: %j",
    async (value) => {
      expect((await speak(after(value))).text).toBe("Done.");
    },
  );

  test("says when it failed, and when nothing was sent", async () => {
    expect((await speak(after("The tool failed.", true))).text).toContain("didn't work");
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
