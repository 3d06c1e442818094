import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../src/pages/demo/", import.meta.url));
const files = readdirSync(folder);
const pages = files.filter((name) => name.endsWith(".html"));
const read = (name: string) => readFileSync(`${folder}${name}`, "utf8");

test("the demo has a second page, so that a chat can survive the way to it, and a frame for documents of each kind", () => {
  expect(pages.sort()).toEqual(["document.html", "help.html", "index.html", "visit.html"]);
  expect(read("index.html")).toContain('href="{{site}}/visit"');
  expect(read("visit.html")).toContain('href="{{site}}"');
});

test.each(["index.html", "visit.html"])("%s lets the visitor choose who answers", (name) => {
  expect(read(name).split("{{agents}}")).toHaveLength(2);
});

test.each(pages)(
  "%s has one place for the tag, and nothing inline that a strict page policy would block",
  (name) => {
    const html = read(name);
    expect(html.split("{{snippet}}")).toHaveLength(2);
    expect(html).not.toMatch(/\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)/);
  },
);

test.each(pages)("%s names its icon, so that browsers do not ask for /favicon.ico", (name) => {
  expect(read(name)).toMatch(/<link rel="icon" href="\/demo\/lark\.svg"/);
});

test.each(files)("%s asks no other host for anything", (name) => {
  const text = read(name).replaceAll('xmlns="http://www.w3.org/2000/svg"', "");
  expect(text).not.toMatch(/https?:\/\/|["'(]\/\/|@import|url\(/);
});

test.each(pages)("everything that %s refers to is there", (name) => {
  const targets = [...read(name).matchAll(/(?:href|src)="(?:\/demo|\{\{site\}\})\/?([^"#]*)"/g)].map(
    (match) => match[1] ?? "",
  );
  expect(targets.length).toBeGreaterThan(1);
  // The documents below /demo/docs/ are the project's own, not the page's.
  for (const target of targets.filter((each) => each !== "" && !each.startsWith("docs/"))) {
    expect(existsSync(`${folder}${target}`) || existsSync(`${folder}${target}.html`), target).toBe(true);
  }
});
