import { expect, test } from "vitest";
import { findBlock, parsePolicy } from "../src/keys/check-page/content-security-policy.ts";
import type { Load } from "../src/keys/check-page/content-security-policy.ts";

const page = new URL("https://shop.example/page");
const script = "https://chat.example/launcher.js";
const tag = { nonce: "", integrity: "" };

/** What a browser does (CSP3): each row is a policy, and whether it lets the script pass. */
const scripts: readonly (readonly [policy: string, isAllowed: boolean, load?: Partial<Load>])[] = [
  ["", true],
  ["img-src 'none'; report-uri /csp", true],
  ["default-src 'self'", false],
  ["default-src 'self'; script-src https://chat.example", true],
  ["script-src 'self'; script-src https://chat.example", false],
  ["script-src https://chat.example; script-src-elem 'self'", false],
  ["script-src-elem https://chat.example; script-src 'none'; default-src 'none'", true],
  ["SCRIPT-SRC\thttps://CHAT.example", true],
  ["script-src", false],
  ["script-src 'none'", false],
  ["script-src 'none' https://chat.example", true],
  ["script-src *", true],
  ["script-src https:", true],
  ["script-src http:", true],
  ["script-src wss: data:", false],
  ["script-src chat.example", true],
  ["script-src http://chat.example", true],
  ["script-src *.example", true],
  ["script-src *.chat.example", false],
  ["script-src https://*:443", true],
  ["script-src https://chat.example:443", true],
  ["script-src https://chat.example:80", true],
  ["script-src https://chat.example:8443", false],
  ["script-src https://chat.example:*", true],
  ["script-src https://chat.example/", true],
  ["script-src https://chat.example/launcher.js", true],
  ["script-src https://chat.example/l%61uncher.js", true],
  ["script-src https://chat.example/assets/", false],
  ["script-src https://chat.example/launcher", false],
  ["script-src https://chat.example.evil.example", false],
  ["script-src https://evilchat.example", false],
  ["script-src 'self'", false],
  ["script-src 'self'", true, { page: new URL("https://chat.example/") }],
  ["script-src 'self'", true, { page: new URL("http://chat.example/") }],
  ["script-src 'self'", false, { page: new URL("http://chat.example:8080/") }],
  ["script-src chat.example", true, { page: new URL("http://shop.example/") }],
  ["script-src chat.example", false, { url: new URL("http://chat.example/launcher.js") }],
  ["script-src chat.example", false, { url: new URL("https://chat.example:8443/launcher.js") }],
  ["script-src chat.example:8443", true, { url: new URL("https://chat.example:8443/launcher.js") }],
  ["script-src 'nonce-abc'", false],
  ["script-src 'nonce-abc'", true, { tag: { nonce: "abc", integrity: "" } }],
  ["script-src 'nonce-abc'", false, { tag: { nonce: "ABC", integrity: "" } }],
  ["script-src 'nonce-'", false],
  ["script-src 'sha256-x'", true, { tag: { nonce: "", integrity: "sha256-x" } }],
  ["script-src 'unsafe-inline' 'unsafe-eval'", false],
  ["script-src 'strict-dynamic' 'nonce-abc' https:", false],
  ["script-src 'strict-dynamic' 'nonce-abc' https:", true, { tag: { nonce: "abc", integrity: "" } }],
  ["sandbox allow-forms", false],
  ["sandbox allow-scripts allow-same-origin", true],
];

test.each(scripts.map(([policy, isAllowed, load]) => ({ policy, isAllowed, load })))(
  "a page with the policy $policy loads the chat's script: $isAllowed",
  ({ policy, isAllowed, load }) => {
    const asked: Load = { kind: "script", url: new URL(script), page, tag, ...load };
    expect(findBlock(parsePolicy(policy), asked) === undefined).toBe(isAllowed);
  },
);

test.each([
  ["frame", "frame-src 'none'; child-src https://chat.example", "frame-src"],
  ["frame", "child-src 'none'; default-src https://chat.example", "child-src"],
  ["frame", "default-src 'self'", "default-src"],
  ["frame", "script-src 'none'; connect-src 'none'", undefined],
  ["connect", "connect-src 'self'; default-src *", "connect-src"],
  ["connect", "default-src 'none'", "default-src"],
  ["connect", "child-src 'none'; connect-src https://chat.example", undefined],
  // A script that another one inserts is trusted with it.
  ["script", "script-src 'strict-dynamic' 'nonce-abc'", undefined],
] as const)("of a %s, the policy %j is asked by its nearest directive: %s", (kind, text, directive) => {
  const block = findBlock(parsePolicy(text), { kind, url: new URL("https://chat.example/chat/"), page });
  expect(block?.directive).toBe(directive);
});
