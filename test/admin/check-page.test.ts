import type { FetchedPage } from "@servicechat/knowledge";
import { expect, test } from "vitest";
import { extractTags } from "../../packages/knowledge/src/extract/extract-tags.ts";
import { findIssues } from "../../packages/operations/src/keys/check-page/check-page.ts";
import { hashSecret } from "@servicechat/operations/key-secret";

const key = {
  id: "abc123",
  agentId: "shop",
  name: "",
  secretHash: hashSecret("se_cret"),
  lastFour: "cret",
  allowed: ["shop.example"],
  rateLimit: 60,
  serverSide: false,
  createdAt: 1,
  revokedAt: null,
  replaces: null,
};
const attributes = 'data-agent-key="ak_abc123_se_cret" async';
const good = `<script src="https://chat.example/launcher.js" ${attributes}></script>`;

/** The findings about a page with this HTML. */
function findingsOf(
  html: string,
  given: { readonly url?: string; readonly asked?: string; readonly policies?: readonly string[] } = {},
) {
  const { url = "https://shop.example/page", asked = url, policies = [] } = given;
  const fetched: FetchedPage = {
    url,
    status: 200,
    policies,
    tags: extractTags({ bytes: new TextEncoder().encode(html) }),
  };
  const subject = { asked: new URL(asked), key, publicUrl: "https://chat.example", lastSeenAt: null };
  return findIssues(fetched, subject).findings;
}
const codesOf = (...given: Parameters<typeof findingsOf>) => findingsOf(...given).map(({ code }) => code);
const pageWith = (body: string, head = "") =>
  `<!doctype html><html><head><title>Shop</title>${head}</head><body><h1>Shop</h1>${body}</body></html>`;
const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
const own = "default-src 'self' https://chat.example";

test.each([
  ["the tag", good, []],
  [
    "the tag without quotes, in a page that leaves tags open",
    "<p>Shop<p><SCRIPT SRC=https://chat.example/launcher.js?v=1 DATA-AGENT-KEY=ak_abc123_se_cret DEFER></SCRIPT>",
    [],
  ],
  ["the tag as a module", good.replace(" async", ' type="module"'), []],
  [
    "a tag that Rocket Loader has changed",
    good.replace("<script", '<script type="0ab4-text/javascript"'),
    [],
  ],
  [
    "a tag divided in two",
    `<script ${attributes}></script><script src="https://chat.example/launcher.js"></script>`,
    [],
  ],
  [
    "a script that inserts the tag",
    '<script>add("https://chat.example/launcher.js", "ak_abc123_se_cret")</script>',
    [],
  ],
  ["no tag", "<script src='/shop.js'></script>", ["no_tag"]],
  [
    "the tag in a comment, a template and for browsers without scripts",
    `<!-- ${good} --><template>${good}</template><noscript>${good}</noscript>`,
    ["no_tag"],
  ],
  ["the tag as text", `<textarea>${good}</textarea><pre>${good.replaceAll("<", "&lt;")}</pre>`, ["no_tag"]],
  ["another key", good.replace("abc123", "def456"), ["other_key"]],
  ["the key cut short", good.replace("se_cret", "se_cre"), ["other_key"]],
  ["the tag without its key", good.replace(attributes, "async"), ["other_key"]],
  ["two tags with two keys", good + good.replace("abc123", "def456"), ["other_key"]],
  ["no async", good.replace(" async", ""), ["not_async"]],
  ["another service", good.replace("chat.example", "old.example"), ["wrong_service"]],
  ["the service by http", good.replace("https:", "http:"), ["wrong_service"]],
  [
    "an address that a base element leads elsewhere",
    good.replace("https://chat.example", ""),
    ["wrong_service"],
  ],
  [
    "a consent manager",
    good.replace("<script", '<script type="text/plain" data-cookieconsent="marketing"'),
    ["consent_type"],
  ],
  ["a renamed address", good.replace("src=", 'type="text/plain" data-cookieblock-src='), ["consent_type"]],
])("finds in a page with %s", (_title, html, codes) => {
  expect(codesOf(pageWith(html))).toEqual(codes);
});

test.each([
  ["none of several policies blocks", good, [own, "img-src 'none'"], "", []],
  ["one of several policies blocks", good, [own, "script-src 'self'"], "", ["csp_script"]],
  [
    "everything is blocked by the default",
    good,
    ["default-src 'self'"],
    "",
    ["csp_script", "csp_frame", "csp_connect"],
  ],
  ["the page's own policy blocks", good, [own], meta("frame-src 'none'"), ["csp_frame", "csp_meta"]],
  [
    "the page's own policy lets pass what the header blocks",
    good,
    ["connect-src 'self'"],
    meta(own),
    ["csp_connect"],
  ],
  [
    "the tag has the nonce",
    good.replace(" async", ' async nonce="r4nd"'),
    ["script-src 'nonce-r4nd' 'strict-dynamic'"],
    "",
    [],
  ],
  ["the tag lacks the nonce", good, ["script-src 'nonce-r4nd' 'strict-dynamic' https:"], "", ["csp_script"]],
  [
    "a policy stands in the body, where browsers ignore it",
    `${meta("script-src 'none'")}${good}`,
    [],
    "",
    [],
  ],
])("of content security policies: %s", (_title, html, policies, head, codes) => {
  expect(codesOf(pageWith(html, head), { policies })).toEqual(codes);
});

test("a fix repeats what the policy allows already, and names the service", () => {
  const policies = ["default-src 'self' https://cdn.example; frame-src 'none'"];
  const fixes = findingsOf(pageWith(good), { policies }).map(({ fix }) => fix);
  expect(fixes).toEqual([
    "Add to the policy: script-src 'self' https://cdn.example https://chat.example.",
    "Change the policy to: frame-src https://chat.example.",
    "Add to the policy: connect-src 'self' https://cdn.example https://chat.example.",
  ]);
});

test("the site must be allowed, and a redirect to another one is said", () => {
  const html = pageWith(good);
  expect(codesOf(html, { url: "https://www.shop.example/" })).toEqual(["site_not_allowed"]);
  const [finding] = findingsOf(html, { url: "https://other.example:8443/" });
  expect(finding?.sentence).toContain("https://other.example:8443");
  expect(codesOf(html, { asked: "http://www.shop.example/old", url: "https://shop.example/" })).toEqual([]);
  expect(codesOf(html, { asked: "https://shop.example/", url: "https://login.example/" })).toEqual([
    "redirected_away",
    "site_not_allowed",
  ]);
});

test("a page that does not come is not reached, whatever its error page says", () => {
  const subject = {
    asked: new URL("https://shop.example/"),
    key,
    publicUrl: "https://chat.example",
    lastSeenAt: null,
  };
  expect(findIssues({ failure: "No.", status: null }, subject)).toMatchObject({
    reached: false,
    status: null,
    findings: [{ code: "not_reached", sentence: "No." }],
  });
  const answered = { url: "https://shop.example/", policies: [], tags: undefined };
  expect(findIssues({ ...answered, status: 500 }, subject)).toMatchObject({
    reached: true,
    status: 500,
    findings: [{ code: "not_reached" }],
  });
  expect(findIssues({ ...answered, status: 200 }, subject)).toMatchObject({ findings: [{ code: "no_tag" }] });
});
