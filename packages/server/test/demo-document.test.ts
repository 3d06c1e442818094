import { expect, test } from "vitest";
import { renderDocument } from "../src/pages/demo-document.ts";

test("a document links to the other documents and the web, never to a page that is not served", () => {
  const markdown = [
    "[wire](wire.md#events) [readme](../README.md) [here](#top) [web](https://example.com/?a=1&b=2)",
    "[licence](../LICENSE) [agents](../examples/agents)",
  ].join("\n");
  const served = new Set(["docs/wire.md", "README.md"]);

  const page = renderDocument(
    { path: "docs/running.md", markdown },
    { tag: "", isServed: (path) => served.has(path) },
  );

  const links = [...page.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
  expect(links).toEqual(["wire.md#events", "../README.md", "#top", "https://example.com/?a=1&#38;b=2"]);
  expect(page).toContain("licence agents");
});

test("a document names its icon, so that browsers do not ask for /favicon.ico", () => {
  const page = renderDocument({ path: "README.md", markdown: "# Hello" }, { tag: "", isServed: () => false });

  expect(page).toContain('<link rel="icon" href="/demo/lark.svg" type="image/svg+xml">');
});
