import { expect, test } from "vitest";
import {
  addressIn,
  isSitemapAddress,
  leftOutBy,
  pathOf,
  sectionsOf,
} from "../src/agents/knowledge/website-address.ts";
import { writeWebsite } from "../src/agents/knowledge/website-source.ts";

const shop = {
  address: "https://shop.example/",
  isSitemap: false,
  depth: 3,
  maxPages: 500,
  include: [],
  exclude: ["/blog/"],
};
const file = `id: acme
knowledge:
  # our own documents
  - files: ./docs/**/*.md # all of them
  - url: https://shop.example/ # the shop
    depth: 2
limits:
  replySeconds: 30
`;

test("a website is added to the list of sources, and nothing else of the file changes", () => {
  const sitemap = { ...shop, address: "https://docs.example/sitemap.xml", isSitemap: true, exclude: [] };
  expect(writeWebsite(file, sitemap)).toBe(
    file.replace("    depth: 2\n", "    depth: 2\n  - sitemap: https://docs.example/sitemap.xml\n"),
  );
});

test.each([
  ["none", "id: acme\n"],
  ["an empty one", "id: acme\nknowledge: []\n"],
  ["an object without any", "id: acme\nknowledge:\n  resyncHours: 6\n"],
])("a website is written into a file with %s list of sources", (_, before) => {
  const after = writeWebsite(before, { ...shop, exclude: [] }) ?? "";
  expect(after).toContain("- url: https://shop.example/\n");
  expect(after).toContain("depth: 3");
  expect(after.includes("resyncHours: 6")).toBe(before.includes("resyncHours"));
});

test("a website that is changed or removed keeps the comments of everything else", () => {
  const changed = writeWebsite(file, shop, shop.address) ?? "";
  expect(changed).toContain("- url: https://shop.example/ # the shop\n    depth: 3\n");
  expect(changed).toContain("- /blog/");
  expect(changed).toContain("- files: ./docs/**/*.md # all of them");
  const removed = writeWebsite(file, undefined, shop.address) ?? "";
  expect(removed).not.toContain("shop.example");
  expect(removed).toContain("  # our own documents\n  - files: ./docs/**/*.md # all of them\n");
  expect(removed).toContain("limits:\n  replySeconds: 30\n");
});

test("a file that is not valid YAML is not changed", () => {
  expect(writeWebsite("id: [", shop)).toBeUndefined();
});

test.each([
  ["shop.example", "https://shop.example/"],
  [" http://shop.example/a?b=c ", "http://shop.example/a?b=c"],
  ["localhost:8080", "https://localhost:8080/"],
  ["hello world", undefined],
  ["shop", undefined],
  ["ftp://shop.example", undefined],
  ["https://me:secret@shop.example", undefined],
  ["", undefined],
])("what somebody enters is read as people mean it: %j", (entered, address) => {
  expect(addressIn(entered)).toBe(address);
});

test("a part of an address leaves out every page that contains it", () => {
  expect(pathOf("https://shop.example/help?page=2#top")).toBe("/help?page=2");
  expect(leftOutBy("/help/returns", ["/blog/", "/help"])).toBe("/help");
  expect(leftOutBy("/", ["/help"])).toBeUndefined();
  expect(isSitemapAddress("https://shop.example/sitemap.xml?a")).toBe(true);
  expect(sectionsOf(["/", "/blog/a", "/blog/b", "/help/c", "/top"])).toEqual([{ part: "/blog/", count: 2 }]);
});
