import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completeLinks, withoutLinks } from "../src/split/pointers.ts";

const page = "https://acme.example/help/returns.md";

describe("with the address of its document", () => {
  test("a relative link is one that can be followed", () => {
    const complete = (href: string) => completeLinks(`It is free. See [delivery](${href}).`, page);
    const link = (address: string) => `It is free. See [delivery](${address}).`;
    expect(complete("delivery.md#cost")).toBe(link("https://acme.example/help/delivery.md#cost"));
    expect(complete("../a%20%28b%29.md")).toBe(link("https://acme.example/a%20%28b%29.md"));
    expect(complete("#how")).toBe(link("https://acme.example/help/returns.md#how"));
    expect(complete("//other.example/x")).toBe(link("https://other.example/x"));
  });

  test("links to other sites and code are left alone", () => {
    const text =
      "See [a](https://a.example/x) and `see [b](b.md)`.\n\n```md\nSee [c](c.md).\n```\n\nSee [d](mailto:d@a.example).";
    expect(completeLinks(text, page)).toBe(text);
    expect(completeLinks(text, null)).toBe(text);
  });
});

describe("without an address", () => {
  test("a sentence that only points elsewhere is left out, also in brackets", () => {
    for (const [text, left] of [
      ["It is free. See [delivery](delivery.md).", "It is free."],
      [
        "It is free. See also [delivery](a.md), [prices](b.md) and [returns](c.md). Ask us.",
        "It is free. Ask us.",
      ],
      ["It is free (see [delivery](delivery.md)).", "It is free."],
      ["It is free.\nSiehe [Lieferung](a.md).\n\n- One\n- Two", "It is free.\n\n- One\n- Two"],
      ["免运费。参见[配送](a.md)。", "免运费。参见配送。"],
    ] as const)
      expect(completeLinks(text, null)).toBe(left);
  });

  test("a sentence that says more keeps the name", () => {
    expect(completeLinks("See [delivery](delivery.md) for the prices.", null)).toBe(
      "See delivery for the prices.",
    );
  });

  test("no relative link is left, whatever surrounds it", () => {
    const piece = fc.constantFrom("See ", "[a](b.md)", " and ", "(", ")", ". ", "\n", "Words", "[", "](");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(completeLinks(pieces.join(""), null)).not.toContain("[a](b.md)");
      }),
    );
  });
});

test("an address is no word of a text", () => {
  expect(withoutLinks("See [delivery](running.md#prices).")).toBe("See delivery.");
});
