import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { createProfiles } from "../src/device/profiles.ts";
import { keeperNames } from "../src/session/create-keeper.ts";
import type { Place } from "../src/session/places.ts";

const origin = "https://shop.example";

/** A place that anybody can look into. */
function openPlace() {
  const kept = new Map<string, string>();
  const place: Place = {
    read: (name) => kept.get(name),
    write: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  };
  return { kept, place };
}

describe("what is kept for each user of the site", () => {
  test("is found by nobody else, and again by the same one", () => {
    const { place } = openPlace();
    const profiles = createProfiles("acme", origin, [place]);
    const token = profiles.keeperOf("token", [place]);
    token.write("nobody's");
    profiles.user = "ada";
    expect(token.read()).toBeUndefined();
    token.write("Ada's");
    profiles.user = "bob";
    expect(token.read()).toBeUndefined();
    profiles.user = "";
    expect(token.read()).toBe("nobody's");
    token.forget();
    profiles.user = "ada";
    expect(token.read()).toBe("Ada's");
  });

  test("stands, for a visitor of whom the site says nothing, where it stood before there were users", () => {
    const { kept, place } = openPlace();
    createProfiles("acme", origin, [place]).keeperOf("token", [place]).write("t");
    expect([...kept.keys()]).toEqual([keeperNames("acme", origin)("token")]);
  });

  test("stands under a name that a cookie may have, another one for each id", () => {
    const nameFor = (user: string): string => {
      const { kept, place } = openPlace();
      createProfiles("acme", origin, [place])
        .keeperOf("token", [place], () => user)
        .write("t");
      return [...kept.keys()].join();
    };
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        expect(nameFor(one)).toMatch(/^[\w-]+$/);
        expect(nameFor(one) === nameFor(other)).toBe(one === other);
      }),
    );
    expect(nameFor("\u{1f}6")).not.toBe(nameFor("\u{1f6}"));
  });

  test("belongs, on a page that says nothing, to whoever was signed in last", () => {
    const { place } = openPlace();
    createProfiles("acme", origin, [place]).keptUser.write("ada");
    expect(createProfiles("acme", origin, [place]).user).toBe("ada");
    expect(createProfiles("other-agent", origin, [place]).user).toBe("");
    expect(createProfiles("acme", "https://other.example", [place]).user).toBe("");
  });
});
