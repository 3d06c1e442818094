import { describe, expect, test } from "vitest";
import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { compileAllowlist } from "@servicechat/operations/origin-allowlist";
import { frameAncestors } from "../src/pages/frame-ancestors.ts";

const originIsAllowed = (origin: string, entries: readonly string[]) => compileAllowlist(entries)(origin);
const entryOf = (text: unknown) => {
  const parsed = parseAllowEntry(text);
  return "entry" in parsed ? parsed.entry : undefined;
};
const faultOf = (text: unknown) => {
  const parsed = parseAllowEntry(text);
  return "issue" in parsed ? parsed.issue : undefined;
};

describe("what an entry allows", () => {
  test.each([
    ["example.com", "https://example.com"],
    ["example.com", "http://example.com"],
    ["example.com", "https://example.com:8443"],
    ["*.example.com", "https://www.example.com"],
    ["*.example.com", "http://a.b.example.com:3000"],
    ["https://example.com", "https://example.com"],
    ["http://example.com:8080", "http://example.com:8080"],
    ["https://*.example.com", "https://shop.example.com"],
    ["example.com:8080", "http://example.com:8080"],
    ["example.com:8080", "https://example.com:8080"],
    ["example.com:443", "https://example.com"],
    ["example.com:443", "http://example.com:443"],
    ["localhost", "http://localhost:5173"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["[::1]", "http://[::1]:8080"],
    ["xn--bcher-kva.example", "https://xn--bcher-kva.example"],
    ["*", "https://anything.example:9"],
  ])("%s allows %s", (entry, origin) => {
    expect(originIsAllowed(origin, [entry])).toBe(true);
    expect(frameAncestors(origin, { allows: compileAllowlist([entry]) })).toBe(origin);
  });

  test.each([
    ["example.com", "https://sub.example.com"],
    ["*.example.com", "https://example.com"],
    ["*.example.com", "https://notexample.com"],
    ["https://example.com", "http://example.com"],
    ["https://example.com", "https://example.com:8443"],
    ["http://example.com", "http://example.com:8080"],
    ["https://*.example.com", "http://shop.example.com"],
    ["example.com:8080", "https://example.com"],
    ["example.com:443", "http://example.com"],
    ["localhost", "http://127.0.0.1"],
  ])("%s does not allow %s", (entry, origin) => {
    expect(originIsAllowed(origin, [entry])).toBe(false);
    expect(frameAncestors(origin, { allows: compileAllowlist([entry]) })).toBe("'none'");
  });
});

test("an empty list denies everything", () => {
  expect(originIsAllowed("https://example.com", [])).toBe(false);
});

test("a frame without a declared parent, or without a key, may not be framed at all", () => {
  expect(frameAncestors(undefined, { allows: compileAllowlist(["*"]) })).toBe("'none'");
  expect(frameAncestors("https://example.com", undefined)).toBe("'none'");
});

/** Each would get past a matcher that parses first, or compares the end of the text. */
const bypassVectors = [
  "https://evil-example.com",
  "https://example.com.evil.net",
  "https://example.community",
  "https://example.com.",
  "https://sub.example.com.",
  "https://EXAMPLE.com",
  "HTTPS://example.com",
  "https://example.com@evil.net",
  "https://user@example.com",
  "https://user:pass@sub.example.com",
  "https://evil.net#.example.com",
  "https://evil.net?.example.com",
  "https://evil.net\\.example.com",
  "https://evil.net/.example.com",
  "https://example.com/",
  "https://example.com?",
  "https://example.com#",
  "https://example.com:",
  "https://example.com:99999",
  "https://example.com:0443",
  "https://example.com:443",
  "http://example.com:80",
  "https://example.com, https://evil.net",
  "https://evil.net, https://example.com",
  "https://example.com https://evil.net",
  "null",
  "NULL",
  "",
  "*",
  "https://еxample.com",
  "https://xn--xample-2of.com",
  "https://example.com%00.evil.net",
  "https://example%2ecom",
  "https://example。com",
  "https://example.com\0",
  "https://exam\tple.com",
  "https://example.com\n",
  " https://example.com",
  "https:example.com",
  "https:/example.com",
  "https:\\\\example.com",
  "//example.com",
  "example.com",
  "https://",
  "https://.example.com",
  "https://a..example.com",
  "chrome-extension://example.com",
  "file://",
  "file://example.com",
  "ws://example.com",
  "javascript://example.com",
  "data:example.com",
  "http://0x7f.1",
  "http://2130706433",
  "http://127.1",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:7f00:1]",
  "https://[0:0:0:0:0:0:0:1]",
];

test.each(bypassVectors)("%j is allowed by no list for example.com", (origin) => {
  expect(
    originIsAllowed(origin, ["example.com", "*.example.com", "https://example.com", "127.0.0.1", "[::1]"]),
  ).toBe(false);
});

test.each([
  "null",
  "NULL",
  "",
  "https://user@example.com",
  "https://example.com/",
  "file://",
  "chrome-extension://abc",
])("not even * allows %j", (origin) => {
  expect(originIsAllowed(origin, ["*"])).toBe(false);
});

describe("what is stored", () => {
  test.each([
    ["Example.COM", "example.com"],
    ["example.com.", "example.com"],
    ["HTTPS://Shop.Example.com", "https://shop.example.com"],
    ["https://example.com:443", "https://example.com"],
    ["http://example.com:80", "http://example.com"],
    ["https://example.com:80", "https://example.com:80"],
    ["example.com:0443", "example.com:443"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["*.Bücher.example", "*.xn--bcher-kva.example"],
    ["*.example.github.io", "*.example.github.io"],
    ["github.io", "github.io"],
    ["*.localhost", "*.localhost"],
    ["[2001:DB8::1]:8080", "[2001:db8::1]:8080"],
    ["intranet", "intranet"],
    ["*", "*"],
  ])("%s is stored as %s", (written, stored) => {
    expect(entryOf(written)).toBe(stored);
  });

  test.each([
    ["null", /never allowed/],
    ["NULL", /never allowed/],
    ["", /must be text/],
    [undefined, /must be text/],
    [42, /must be text/],
    [["example.com"], /must be text/],
    [{ host: "example.com" }, /must be text/],
    ["https://example.com/", /path/],
    ["example.com/shop", /path/],
    ["example.com?x", /path/],
    ["example.com#x", /path/],
    ["https://evil.net\\.example.com", /path/],
    ["user@example.com", /'@'/],
    ["https://example.com@evil.net", /'@'/],
    ["example.com%00.evil.net", /'%'/],
    ["example.com evil.net", /spaces/],
    [" example.com", /spaces/],
    ["example.com; script-src *", /semicolons/],
    ["example.com,evil.net", /commas/],
    ["exam\tple.com", /control/],
    ["example.com\0", /control/],
    ["exam\u00adple.com", /control/],
    ["*.com", /not one site/],
    ["*.co.uk", /not one site/],
    ["*.github.io", /not one site/],
    ["https://*.vercel.app", /not one site/],
    ["*.xn--55qx5d.cn", /not one site/],
    ["*.127.0.0.1", /not one site/],
    ["*.[::1]", /not one site/],
    ["*.", /not a host name/],
    ["*:8080", /'\*'/],
    ["https://*", /'\*'/],
    ["a.*.example.com", /'\*'/],
    ["*.*.example.com", /'\*'/],
    ["ex*mple.com", /'\*'/],
    ["example.com:99999", /port/],
    ["example.com:0", /port/],
    ["example.com:", /host/],
    ["example.com:80:80", /host/],
    ["file:///x", /path/],
    ["file://example.com", /http:\/\//],
    ["chrome-extension://abcdef", /http:\/\//],
    ["://example.com", /http:\/\//],
    ["https://", /not a host name/],
    [".", /not a host name/],
    [".example.com", /not a host name/],
    ["example..com", /not a host name/],
    ["example.com..", /not a host name/],
    ["exa'mple.com", /not a host name/],
    ["http://0x7f.1", /written as '127\.0\.0\.1'/],
    ["2130706433", /written as '127\.0\.0\.1'/],
    ["[::ffff:127.0.0.1]", /written as/],
    ["[::1", /host/],
    [`${"a".repeat(64)}.com`, /not a host name/],
    [`${"a.".repeat(130)}com`, /not a host name/],
  ])("%j is refused, with the reason", (written, reason) => {
    expect(faultOf(written)).toMatch(reason);
  });
});
