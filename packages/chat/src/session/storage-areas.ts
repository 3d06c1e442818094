/** Storage for small texts. Every function may throw if the browser blocks storage. */
export interface StorageArea {
  read(name: string): string | undefined;
  write(name: string, value: string): void;
  remove(name: string): void;
}

/** An object with storages: the window in a browser. */
interface Storages {
  readonly sessionStorage: Storage;
  readonly localStorage: Storage;
}

/**
 * Store texts in the storages of a browser. If storage is blocked, even accessing one throws, and takes time: it is
 * accessed once, when it is first needed.
 */
export function browserStorageAreas(storages: Storages): {
  readonly session: StorageArea;
  readonly local: StorageArea;
} {
  let isForbidden = false;
  function area(kind: keyof Storages): StorageArea {
    function storage(): Storage {
      if (isForbidden) throw new Error(); // then the next area is tried
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

/** An object with cookies: the document in a browser. */
export interface CookieJar {
  cookie: string;
}

/**
 * Stores texts in cookies partitioned by the page around the frame, which browsers allow in a frame even if they block
 * its storage (promise 30). Writing throws if the browser did not store the cookie.
 *
 * Anyone else who can set a cookie here determines which chat a visitor writes into. So browsers accept these names
 * from no other host and over no insecure connection (`__Host-`, which requires `Path=/`), and if storage can be used,
 * cookies are ignored.
 *
 * @param storage what cookies replace
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
  /** Runs it if storage is blocked. @throws if it is not, or if `run` throws: then the next area is tried */
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

/** Stores texts for as long as the page lives. */
export function memoryArea(): StorageArea {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name),
    write: (name, value) => void texts.set(name, value),
    remove: (name) => void texts.delete(name),
  };
}

/**
 * The maximum number of days that this browser stores a chat: as long as browsers keep a cookie. A service that says how long it
 * keeps chats shortens this for the list of past chats.
 */
export const keptDays = 400;
