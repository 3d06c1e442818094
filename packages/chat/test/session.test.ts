import { describe, expect, test } from "vitest";
import { createKeeper, keeperNames } from "../src/session/create-keeper.ts";
import {
  cookiePlace,
  memoryPlace,
  storagePlaces,
  type CookieJar,
  type Place,
} from "../src/session/places.ts";

/** A browser's cookies, as far as these need them: one line for each name, gone with Max-Age=0. */
function cookieJar(): CookieJar & { readonly written: string[] } {
  const kept = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return Array.from(kept, ([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line) {
      written.push(line);
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

function refuse(): Storage {
  touched++;
  throw new DOMException("Access is denied", "SecurityError");
}
let touched = 0;
const forbidding = {
  get sessionStorage() {
    return refuse();
  },
  get localStorage() {
    return refuse();
  },
};
const { local: forbidden } = storagePlaces(forbidding);
const localPlace = (localStorage: Storage): Place =>
  storagePlaces({ localStorage, sessionStorage: fakeStorage() }).local;
const deafJar: CookieJar = {
  get cookie() {
    return "";
  },
  set cookie(_line) {},
};

function fakeStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    clear: () => texts.clear(),
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, value) => void texts.set(name, value),
    removeItem: (name) => void texts.delete(name),
  };
}

describe("what is kept", () => {
  test("is kept in storage where there is one, and in no other place", () => {
    const jar = cookieJar();
    const storage = fakeStorage();
    const keeper = createKeeper("sc_token", [localPlace(storage), cookiePlace(jar), memoryPlace()]);
    keeper.write("st_1");
    expect(keeper.read()).toBe("st_1");
    expect(storage.getItem("sc_token")).toBe("st_1");
    expect(jar.cookie).toBe("");
  });

  test("goes to a partitioned cookie when storage throws, and is found on the next page", () => {
    const jar = cookieJar();
    const places = [forbidden, cookiePlace(jar, 60), memoryPlace()];
    createKeeper("sc_token", places).write("st_1;=\u00e9");
    expect(createKeeper("sc_token", [forbidden, cookiePlace(jar), memoryPlace()]).read()).toBe(
      "st_1;=\u00e9",
    );
    expect(jar.written.at(-1)).toMatch(/; Path=\/chat\/; Secure; SameSite=None; Partitioned; Max-Age=60$/);
  });

  test("lives for the page when nothing else keeps it", () => {
    const places = [forbidden, cookiePlace(deafJar), memoryPlace()];
    const keeper = createKeeper("sc_token", places);
    keeper.write("st_1");
    expect(keeper.read()).toBe("st_1");
    keeper.forget();
    expect(keeper.read()).toBeUndefined();
  });

  test("is forgotten everywhere", () => {
    const jar = cookieJar();
    const storage = fakeStorage();
    cookiePlace(jar).write("sc_token", "old");
    const keeper = createKeeper("sc_token", [localPlace(storage), cookiePlace(jar)]);
    keeper.write("st_1");
    keeper.write("");
    expect(keeper.read()).toBeUndefined();
    expect(jar.cookie).toBe("");
  });

  test("changes once where it is kept, and leaves no older text anywhere", () => {
    const changes: string[] = [];
    const storage = memoryPlace();
    const watched: Place = {
      read: (name) => storage.read(name),
      write: (name, value) => (changes.push(value), storage.write(name, value)),
      remove: (name) => (changes.push("removed"), storage.remove(name)),
    };
    const full: Place = {
      ...watched,
      write: () => {
        throw new DOMException("No room", "QuotaExceededError");
      },
    };
    const memory = memoryPlace();
    const keeper = createKeeper("sc_mark", [watched, memory]);
    keeper.write("first");
    keeper.write("second");
    expect(changes).toEqual(["first", "second"]);
    createKeeper("sc_mark", [full, memory]).write("third");
    expect([storage.read("sc_mark"), memory.read("sc_mark")]).toEqual([undefined, "third"]);
    keeper.write("fourth");
    expect([storage.read("sc_mark"), memory.read("sc_mark")]).toEqual(["fourth", undefined]);
  });

  test("costs a browser that forbids storage one question, whichever storage is wanted", () => {
    touched = 0;
    const { session, local } = storagePlaces(forbidding);
    for (const place of [session, local]) {
      const keeper = createKeeper("sc_token", [place, memoryPlace()]);
      keeper.write("st_1");
      expect(keeper.read()).toBe("st_1");
    }
    expect(touched).toBe(1);
  });

  test("is kept apart for each agent and each page's origin, under a name a cookie may have", () => {
    const name = keeperNames("k1", "https://a.example:8443")("token");
    expect(name).toMatch(/^[\w-]+$/);
    expect(keeperNames("k1", "https://a-example.8443")("token")).not.toBe(name);
    expect(keeperNames("k2", "https://a.example:8443")("token")).not.toBe(name);
    expect(keeperNames("k1_", "https://a.example:8443")("token")).not.toBe(name);
  });
});
