import { expect, test } from "vitest";
import { nextHop, type Hop } from "../src/next-hop.ts";
import { OutboundError } from "../src/index.ts";

const from: Hop = {
  url: new URL("https://shop.example:8443/from"),
  method: "GET",
  headers: { authorization: "Bearer s", "content-type": "text/plain" },
  body: undefined,
};

/** Where an answer leads: the next hop, `undefined`, or why it is refused. */
function follow(location: string, hop: Partial<Hop> = {}, status = 302): Hop | undefined | string {
  try {
    const asked = { ...from, ...hop };
    return nextHop(asked, { status, location }, asked.url);
  } catch (thrown) {
    if (thrown instanceof OutboundError) return thrown.kind;
    throw thrown;
  }
}

const addressOf = (next: ReturnType<typeof follow>) => (typeof next === "object" ? next.url.href : next);

test.each([
  ["http://other.example/", "http://shop.example/", true],
  ["http://other.example:443/", "http://shop.example/", true],
  ["https://other.example:80/", "https://shop.example/", true],
  ["https://other.example/", "https://shop.example:8443/", true],
  ["https://other.example:8443/", "https://shop.example:8443/", true],
  ["https://other.example:8444/", "https://shop.example:8443/", false],
  ["http://other.example:22/", "http://shop.example/", false],
])("a redirect to %s from %s is followed: %s", (location, url, isFollowed) => {
  const next = follow(location, { url: new URL(url) });
  expect(addressOf(next)).toBe(isFollowed ? location : "refused");
});

test.each([
  [301, "PUT", "PUT"],
  [302, "DELETE", "DELETE"],
  [302, "POST", "GET"],
  [303, "PUT", "GET"],
  [303, "HEAD", "HEAD"],
  [307, "PATCH", "PATCH"],
])(
  "after a %i, %s continues as %s, with body and its headers only while the method is kept",
  (status, method, then) => {
    const isKept = method === then;
    const next = follow("/to", { method, body: "said" }, status);
    expect(typeof next === "object" && { ...next, url: next.url.href }).toEqual({
      url: "https://shop.example:8443/to",
      method: then,
      headers: isKept ? from.headers : { authorization: "Bearer s" },
      body: isKept ? "said" : undefined,
    });
  },
);

test("an address that a server wrote in UTF-8 is read as that", () => {
  const asItArrives = Buffer.from("/Bären").toString("latin1");
  expect(addressOf(follow(asItArrives))).toBe("https://shop.example:8443/B%C3%A4ren");
});

test.each([200, 300, 304])("a %i leads nowhere, whatever it names", (status) => {
  expect(follow("/to", {}, status)).toBeUndefined();
});
