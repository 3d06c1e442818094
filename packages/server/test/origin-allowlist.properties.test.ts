import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { compileAllowlist, isSerializedOrigin } from "@servicechat/operations/origin-allowlist";

const originIsAllowed = (origin: string, entries: readonly string[]) => compileAllowlist(entries)(origin);
const entryOf = (text: unknown) => {
  const parsed = parseAllowEntry(text);
  return "entry" in parsed ? parsed.entry : undefined;
};

const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/).filter((text) => !text.startsWith("xn--"));
// Below .example no name is a public suffix, as za.com is.
const host = fc
  .array(label, { minLength: 1, maxLength: 3 })
  .map((labels) => [...labels, "example"].join("."));
const scheme = fc.constantFrom("http", "https");
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const written = (parts: { scheme: string | undefined; host: string; port: number | undefined }) =>
  `${parts.scheme ? `${parts.scheme}://` : ""}${parts.host}${parts.port === undefined ? "" : `:${parts.port}`}`;
const entry = fc.record({
  scheme: fc.option(scheme, { nil: undefined }),
  host: fc.tuple(fc.boolean(), host).map(([wildcard, name]) => (wildcard ? `*.${name}` : name)),
  port,
});
const origin = fc.record({ scheme, host, port }).map((parts) => new URL(written(parts)).origin);

describe("for every entry and origin", () => {
  test("the canonical form is its own canonical form", () => {
    fc.assert(
      fc.property(entry.map(written), (text) => {
        const stored = entryOf(text);
        expect(stored).toBeDefined();
        expect(entryOf(stored)).toBe(stored);
      }),
    );
  });

  test("an exact origin used as an entry allows itself and nothing else", () => {
    fc.assert(
      fc.property(origin, origin, (one, other) => {
        const stored = entryOf(one) ?? "";
        expect(originIsAllowed(one, [stored])).toBe(true);
        expect(originIsAllowed(other, [stored])).toBe(one === other);
      }),
    );
  });

  test("a wildcard allows a name below the host, never the host", () => {
    fc.assert(
      fc.property(host, label, (name, below) => {
        expect(originIsAllowed(`https://${below}.${name}`, [`*.${name}`])).toBe(true);
        expect(originIsAllowed(`https://${name}`, [`*.${name}`])).toBe(false);
        expect(originIsAllowed(`https://${below}${name}`, [`*.${name}`])).toBe(false);
      }),
    );
  });

  test("a list allows exactly what one of its entries allows", () => {
    fc.assert(
      fc.property(fc.array(entry.map(written), { maxLength: 5 }), origin, (texts, asked) => {
        const entries = texts.map((text) => entryOf(text) ?? "");
        expect(originIsAllowed(asked, entries)).toBe(entries.some((one) => originIsAllowed(asked, [one])));
      }),
    );
  });

  test("no text at all throws, and what is allowed is a serialized origin", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), (text) => {
        parseAllowEntry(text);
        expect(originIsAllowed(text, ["*"])).toBe(isSerializedOrigin(text));
        if (isSerializedOrigin(text)) expect(new URL(text).origin).toBe(text);
      }),
    );
  });

  test("stored entries are valid in a Content-Security-Policy", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.domain(), entry.map(written)), (text) => {
        const stored = entryOf(text);
        if (stored !== undefined) expect(stored).toMatch(/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/);
      }),
    );
  });
});
