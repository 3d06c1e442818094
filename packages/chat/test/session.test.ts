import { describe, expect, test } from "vitest";
import { createPersistedValue, storageNames } from "../src/session/persisted-value.ts";
import {
  cookieArea,
  memoryArea,
  browserStorageAreas,
  type CookieJar,
  type StorageArea,
} from "../src/session/storage-areas.ts";

/** A browser's cookies, as far as needed here: one line for each name, removed with Max-Age=0. */
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
const { local: forbidden } = browserStorageAreas(forbidding);
const localArea = (localStorage: Storage): StorageArea =>
  browserStorageAreas({ localStorage, sessionStorage: fakeStorage() }).local;
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

describe("a stored value", () => {
  test("is stored in storage if available, and in no other place", () => {
    const jar = cookieJar();
    const storage = fakeStorage();
    const local = localArea(storage);
    const stored = createPersistedValue("sc_token", [local, cookieArea(jar, local, 60), memoryArea()]);
    stored.write("st_1");
    expect(stored.read()).toBe("st_1");
    expect(storage.getItem("sc_token")).toBe("st_1");
    expect(jar.cookie).toBe("");
  });

  test("goes to a partitioned cookie if storage throws, and is found on the next page", () => {
    const jar = cookieJar();
    const areas = [forbidden, cookieArea(jar, forbidden, 60), memoryArea()];
    createPersistedValue("sc_token", areas).write("st_1;=\u00e9");
    const next = [forbidden, cookieArea(jar, forbidden, 60), memoryArea()];
    expect(createPersistedValue("sc_token", next).read()).toBe("st_1;=\u00e9");
    expect(jar.written.at(-1)).toMatch(
      /^__Host-sc_token=[^;]*; Path=\/; Secure; SameSite=None; Partitioned; Max-Age=60$/,
    );
  });

  test("is not read from a cookie if storage can be used, nor stored there if storage is full", () => {
    const jar = cookieJar();
    cookieArea(jar, forbidden, 60).write("sc_token", "st_1");
    const full: StorageArea = {
      read: () => undefined,
      write: () => {
        throw new DOMException("No room", "QuotaExceededError");
      },
      remove: () => undefined,
    };
    const stored = createPersistedValue("sc_token", [full, cookieArea(jar, full, 60), memoryArea()]);
    expect(stored.read()).toBeUndefined();
    stored.write("st_2");
    expect(stored.read()).toBe("st_2");
    expect(jar.cookie).toBe("");
  });

  test("lives for the page if nothing else stores it", () => {
    const areas = [forbidden, cookieArea(deafJar, forbidden, 60), memoryArea()];
    const stored = createPersistedValue("sc_token", areas);
    stored.write("st_1");
    expect(stored.read()).toBe("st_1");
    stored.forget();
    expect(stored.read()).toBeUndefined();
  });

  test("is removed everywhere", () => {
    const jar = cookieJar();
    const storage = fakeStorage();
    cookieArea(jar, forbidden, 60).write("sc_token", "old");
    const local = localArea(storage);
    const stored = createPersistedValue("sc_token", [local, cookieArea(jar, local, 60)]);
    stored.write("st_1");
    stored.write("");
    expect(stored.read()).toBeUndefined();
    expect(jar.cookie).toBe("");
  });

  test("changes once where it is stored, and leaves no older text anywhere", () => {
    const changes: string[] = [];
    const storage = memoryArea();
    const watched: StorageArea = {
      read: (name) => storage.read(name),
      write: (name, value) => (changes.push(value), storage.write(name, value)),
      remove: (name) => (changes.push("removed"), storage.remove(name)),
    };
    const full: StorageArea = {
      ...watched,
      write: () => {
        throw new DOMException("No room", "QuotaExceededError");
      },
    };
    const memory = memoryArea();
    const stored = createPersistedValue("sc_mark", [watched, memory]);
    stored.write("first");
    stored.write("second");
    expect(changes).toEqual(["first", "second"]);
    createPersistedValue("sc_mark", [full, memory]).write("third");
    expect([storage.read("sc_mark"), memory.read("sc_mark")]).toEqual([undefined, "third"]);
    stored.write("fourth");
    expect([storage.read("sc_mark"), memory.read("sc_mark")]).toEqual(["fourth", undefined]);
  });

  test("causes one access in a browser that blocks storage, whichever storage is used", () => {
    touched = 0;
    const { session, local } = browserStorageAreas(forbidding);
    for (const area of [session, local]) {
      const stored = createPersistedValue("sc_token", [area, memoryArea()]);
      stored.write("st_1");
      expect(stored.read()).toBe("st_1");
    }
    expect(touched).toBe(1);
  });

  test("is separate for each agent and each page's origin, under a name that is valid for a cookie", () => {
    const name = storageNames("k1", "https://a.example:8443")("token");
    expect(name).toMatch(/^[\w-]+$/);
    expect(storageNames("k1", "https://a-example.8443")("token")).not.toBe(name);
    expect(storageNames("k2", "https://a.example:8443")("token")).not.toBe(name);
    expect(storageNames("k1_", "https://a.example:8443")("token")).not.toBe(name);
  });
});
