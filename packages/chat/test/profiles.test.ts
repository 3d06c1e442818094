import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { createProfiles } from "../src/session/profiles.ts";
import { storageNames } from "../src/session/persisted-value.ts";
import type { StorageArea } from "../src/session/storage-areas.ts";

const origin = "https://shop.example";

/** Storage that anybody can inspect. */
function openPlace() {
  const kept = new Map<string, string>();
  const area: StorageArea = {
    read: (name) => kept.get(name),
    write: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  };
  return { kept, area };
}

describe("what is stored for each user of the site", () => {
  test("is found by nobody else, and again by the same one", () => {
    const { area } = openPlace();
    const profiles = createProfiles("acme", origin, [area]);
    const token = profiles.valueOf("token", [area]);
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

  test("is, for a visitor whom the site does not identify, where it was before there were users", () => {
    const { kept, area } = openPlace();
    createProfiles("acme", origin, [area]).valueOf("token", [area]).write("t");
    expect([...kept.keys()]).toEqual([storageNames("acme", origin)("token")]);
  });

  test("has a name that is valid for a cookie, different for each id", () => {
    const nameFor = (user: string): string => {
      const { kept, area } = openPlace();
      createProfiles("acme", origin, [area])
        .valueOf("token", [area], () => user)
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

  test("remembers who was signed in last, for each agent and site", () => {
    const { area } = openPlace();
    createProfiles("acme", origin, [area]).keptUser.write("ada");
    expect(createProfiles("acme", origin, [area]).user).toBe("ada");
    expect(createProfiles("other-agent", origin, [area]).user).toBe("");
    expect(createProfiles("acme", "https://other.example", [area]).user).toBe("");
  });
});
