import { expect, test } from "vitest";
import { renderDocument } from "../src/pages/demo-document.ts";

test("a document links to the other documents and the web, never to a page that is not served", () => {
  const markdown = [
    "[wire](wire.md#events) [readme](../README.md) [here](#top) [web](https://example.com/?a=1&b=2)",
    "[licence](../LICENSE) [agents](../examples/agents)",
  ].join("\n");
  const served = new Set(["docs/wire.md", "README.md"]);

  const { document } = renderDocument({ path: "docs/running.md", markdown }, (path) => served.has(path));

  const links = [...document.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
  expect(links).toEqual(["wire.md#events", "../README.md", "#top", "https://example.com/?a=1&#38;b=2"]);
  expect(document).toContain("licence agents");
});

test("a link that a browser would run, or with a host of its own choice, becomes plain text", () => {
  const markdown = [
    "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](<java\tscript:alert(1)>) [d](&#106;avascript:alert(1))",
    "[e](data:text/html,x) [f](vbscript:x) [g](blob:http://localhost/x) [h](file:///etc/passwd) <javascript:alert(1)>",
    "[mail](mailto:a@example.com) [ref][r]\n\n[r]: javascript:alert(1)\n\n<b onclick=x>raw</b> <script>x</script>",
  ].join("\n");

  const { document } = renderDocument({ path: "docs/running.md", markdown }, () => false);

  expect([...document.matchAll(/<a [^>]*>/g)].map(([tag]) => tag)).toEqual([
    '<a href="mailto:a@example.com">',
  ]);
  expect(document).not.toMatch(/<(?:b|script)\b/);
});

test("its title is its first heading, as text", () => {
  const { title } = renderDocument(
    { path: "a.md", markdown: "intro\n\n# Tea & cake\n\n# Other" },
    () => false,
  );

  expect(title).toBe("Tea &#38; cake");
});
