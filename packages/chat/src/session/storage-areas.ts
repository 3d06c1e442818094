/** Somewhere to keep small texts. Every function may throw where the browser forbids storage. */
export interface StorageArea {
  read(name: string): string | undefined;
  write(name: string, value: string): void;
  remove(name: string): void;
}

/** What has storages: the window in a browser. */
interface Storages {
  readonly sessionStorage: Storage;
  readonly localStorage: Storage;
}

/**
 * Keep texts in the storages of a browser. Where storage is forbidden, merely touching one throws, and takes its time: it is
 * touched once, when it is first needed.
 */
export function browserStorageAreas(storages: Storages): {
  readonly session: StorageArea;
  readonly local: StorageArea;
} {
  let isForbidden = false;
  function area(kind: keyof Storages): StorageArea {
    function storage(): Storage {
      if (isForbidden) throw new Error(); // the next area is then tried
      try {
        return storages[kind];
      } catch (cause) {
        isForbidden = true;
        throw cause;
      }
    }
    return {
      read: (name) => storage().getItem(name) ?? undefined,
      write: (name, value) => storage().setItem(name, value),
      remove: (name) => storage().removeItem(name),
    };
  }
  return { session: area("sessionStorage"), local: area("localStorage") };
}

/** Whoever holds cookies: the document in a browser. */
export interface CookieJar {
  cookie: string;
}

/**
 * Keeps texts in cookies partitioned by the page around the frame, which browsers leave to a frame when they
 * take its storage away (promise 30). Writing throws when the browser did not keep the cookie.
 *
 * Whoever else can set a cookie here decides which chat a visitor writes into. So browsers take these names from no other
 * host and over no open connection (`__Host-`, which wants `Path=/`), and where storage can be used, nothing in a cookie counts.
 *
 * @param storage what cookies stand in for
 * @param seconds how long to keep them
 */
export function cookieArea(jar: CookieJar, storage: StorageArea, seconds: number): StorageArea {
  function put(name: string, value: string, age: number): void {
    jar.cookie = `__Host-${name}=${encodeURIComponent(value)}; Path=/; Secure; SameSite=None; Partitioned; Max-Age=${age}`;
  }
  function find(name: string): string | undefined {
    const pairs = jar.cookie.split("; ");
    const value = pairs.find((pair) => pair.startsWith(`__Host-${name}=`))?.split("=")[1];
    return value && decodeURIComponent(value);
  }
  /** Does it if storage is forbidden. @throws if it is not, or `run` does: the next area is then tried */
  function instead<Result>(deed: () => Result): Result {
    try {
      storage.read("");
    } catch {
      return deed();
    }
    throw new Error();
  }
  return {
    read: (name) => instead(() => find(name)),
    write(name, value) {
      instead(() => put(name, value, seconds));
      if (find(name) !== value) throw new Error();
    },
    remove: (name) => put(name, "", 0),
  };
}

/** Keeps texts for as long as the page lives. */
export function memoryArea(): StorageArea {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name),
    write: (name, value) => void texts.set(name, value),
    remove: (name) => void texts.delete(name),
  };
}
