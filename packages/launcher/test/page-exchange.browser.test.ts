import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { chatFrame, setStage } from "./support/stage.ts";

const host = { id: "pick", name: "pickProduct", kind: "host", input: { colour: "red" } };

describe.skipIf(noChromium)(`messages between page and chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  async function open(body: string) {
    const page = await stage.show({ body });
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length > 0");
    const pass = (action: object) =>
      frame.evaluate(`port.postMessage(${JSON.stringify({ type: "action", action })})`);
    const results = () => frame.evaluate("heard.filter(({ type }) => type === 'results')");
    return { page, frame, pass, results };
  }

  test("the page's title and URL are read when the chat asks, without query and fragment", async () => {
    const { page, frame } = await open("<h1>Tents</h1>");
    await page.evaluate(
      "document.title = 'Tents'; history.replaceState(null, '', '/tents?token=secret#secret')",
    );
    await frame.evaluate("port.postMessage({ type: 'read-page' })");
    await untilTrue(frame, "heard.at(-1).type === 'page'");
    expect(await frame.evaluate("heard.at(-1)")).toEqual({
      type: "page",
      title: "Tents",
      url: "https://shop.example/tents",
    });
    expect(JSON.stringify(await frame.evaluate("heard"))).not.toContain("secret");
  });

  test("a host action reaches the page's listeners, and their results, immediate or later, are returned", async () => {
    const { page, pass, results, frame } = await open(`<script>
      window.seen = [];
      addEventListener("load", () => {
        ServiceChat.on("action", (action) => { seen.push(action); });
        ServiceChat.on("action", ({ id }) => new Promise((done) => setTimeout(() => done({ picked: id }), 20)));
        ServiceChat.on("action", () => ServiceChat.open());
      });
    </script>`);
    await pass(host);
    await untilTrue(frame, "heard.some(({ type }) => type === 'results')");
    expect(await page.evaluate("seen")).toEqual([host]);
    expect(await results()).toEqual([{ type: "results", of: host, answers: [{ picked: "pick" }] }]);
  });

  test("a rejected promise, a listener that throws, and a value that JSON cannot represent are reported to the page author", async () => {
    const { page, pass, results, frame } = await open(`<script>
      addEventListener("error", (event) => { event.preventDefault(); window.thrown = event.message; });
      addEventListener("load", () => {
        ServiceChat.on("action", ({ id }) => {
          if (id === "fails") return Promise.reject(new Error("out of tents"));
          if (id === "throws") throw new Error("no such page");
          if (id === "odd") return () => {};
          return "fine";
        });
      });
    </script>`);
    for (const id of ["fails", "throws", "odd", "works"]) await pass({ ...host, id });
    await untilTrue(frame, "heard.at(-1).type === 'results' && heard.at(-1).of.id === 'works'");
    const answers = (await results()) as { of: { id: string }; answers?: unknown[] }[];
    expect(Object.fromEntries(answers.map(({ of, answers: given }) => [of.id, given]))).toEqual({
      works: ["fine"],
    });
    expect(page.warnings.some((line) => line.includes("out of tents"))).toBe(true);
    expect(page.warnings.some((line) => line.includes("not valid JSON"))).toBe(true);
    expect(await page.evaluate("thrown")).toContain("no such page");
  });

  test("a reactive object is sent as its JSON, and no listener delays the result of another", async () => {
    const { page, frame, pass, results } = await open(`<script>
      addEventListener("load", () => {
        const reactive = (value) => new Proxy(value, {});
        ServiceChat.on("action", () => new Promise(() => {}));
        ServiceChat.on("action", () => Promise.reject(new Error("out of tents")));
        ServiceChat.on("action", () => reactive({ product: reactive({ id: "tent-2" }) }));
        ServiceChat.setContext(reactive({ cart: reactive([1]) }));
      });
    </script>`);
    await pass(host);
    await untilTrue(frame, "heard.some(({ type }) => type === 'results')");
    expect(await results()).toEqual([
      { type: "results", of: host, answers: [{ product: { id: "tent-2" } }] },
    ]);
    expect(await frame.evaluate("heard.find(({ type }) => type === 'context')")).toEqual({
      type: "context",
      context: { cart: [1] },
    });
    expect(page.warnings).toEqual([expect.stringContaining("out of tents")]);
  });

  test("a context that is larger than 8 KB is ignored: one warning, one error event, and the earlier one remains", async () => {
    const { page, frame } = await open("<h1>Tents</h1>");
    await page.evaluate("window.errors = []; ServiceChat.on('error', (error) => errors.push(error)); 0");
    await page.evaluate("ServiceChat.setContext({ product: 'tent-2' })");
    await page.evaluate("ServiceChat.setContext({ text: 'ü'.repeat(5000) })");
    await page.evaluate("ServiceChat.prefill('mark')");
    await untilTrue(frame, "heard.at(-1).type === 'prefill'");
    expect(await frame.evaluate("heard.filter(({ type }) => type === 'context')")).toEqual([
      { type: "context", context: { product: "tent-2" } },
    ]);
    expect(await page.evaluate("errors")).toEqual([{ code: "context_too_large", retryable: false }]);
    expect(page.warnings).toEqual([expect.stringContaining("setContext: more than 8 KB")]);
  });

  test("a context that is not an object is ignored: one warning, and the earlier one remains; null removes it", async () => {
    const { page, frame } = await open("<h1>Tents</h1>");
    await page.evaluate("ServiceChat.setContext({ product: 'tent-2' })");
    await untilTrue(frame, "heard.at(-1).type === 'context'");
    await page.evaluate("for (const wrong of ['tent-2', 2, true, ['tent-2']]) ServiceChat.setContext(wrong)");
    await page.evaluate("ServiceChat.setContext(null)");
    await untilTrue(frame, "heard.at(-1).context === null");
    expect(await frame.evaluate("heard.filter(({ type }) => type === 'context')")).toEqual([
      { type: "context", context: { product: "tent-2" } },
      { type: "context", context: null },
    ]);
    expect(page.warnings).toEqual(Array(4).fill(expect.stringContaining("An object was expected.")));
  });
});
