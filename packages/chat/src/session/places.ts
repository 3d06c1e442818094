/** Somewhere to keep small texts. Every function may throw where the browser forbids storage. */
export interface Place {
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
export function storagePlaces(storages: Storages): { readonly session: Place; readonly local: Place } {
  let isForbidden = false;
  function place(kind: keyof Storages): Place {
    function storage(): Storage {
      if (isForbidden) throw new Error(); // for the keeper, who tries the next place
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
  return { session: place("sessionStorage"), local: place("localStorage") };
}

/** Whoever holds cookies: the document in a browser. */
export interface CookieJar {
  cookie: string;
}

/**
 * Keeps texts in cookies partitioned by the page around the frame, which browsers leave to a frame when they
 * take its storage away (promise 30). Writing throws when the browser did not keep the cookie.
 *
 * @param seconds How long to keep them; absent: until the browser is closed.
 */
export function cookiePlace(jar: CookieJar, seconds?: number): Place {
  const attributes = "Path=/chat/; Secure; SameSite=None; Partitioned";
  const put = (name: string, value: string, age: number | undefined): void => {
    jar.cookie = `${name}=${encodeURIComponent(value)}; ${attributes}${age === undefined ? "" : `; Max-Age=${age}`}`;
  };
  const read = (name: string): string | undefined => {
    const pairs = jar.cookie.split("; ").map((pair) => pair.split("="));
    const value = pairs.find(([key]) => key === name)?.[1];
    return value === undefined ? undefined : decodeURIComponent(value);
  };
  return {
    read,
    write(name, value) {
      put(name, value, seconds);
      if (read(name) !== value) throw new Error(); // for the keeper, who tries the next place
    },
    remove: (name) => put(name, "", 0),
  };
}

/** Keeps texts for as long as the page lives. */
export function memoryPlace(): Place {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name),
    write: (name, value) => void texts.set(name, value),
    remove: (name) => void texts.delete(name),
  };
}
