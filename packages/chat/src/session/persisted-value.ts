import type { StorageArea } from "./storage-areas.ts";

/** One stored text: the session token, or the draft. It never throws. */
export interface PersistedValue {
  read(): string | undefined;
  /** Stores a text; an empty one removes it. */
  write(value: string): void;
  forget(): void;
}

/**
 * Stores one text in the first area that accepts it, and finds it again in any. Areas that throw are skipped, so in a
 * browser without storage the chat forgets between pages, but still works.
 */
export function createPersistedValue(name: string, areas: readonly StorageArea[]): PersistedValue {
  const tried = <Result>(run: () => Result): { done: boolean; result?: Result } => {
    try {
      return { done: true, result: run() };
    } catch {
      return { done: false };
    }
  };
  const removeBut = (kept?: StorageArea): void => {
    for (const area of areas) if (area !== kept) tried(() => area.remove(name));
  };

  return {
    read() {
      for (const area of areas) {
        const { result } = tried(() => area.read(name));
        if (result) return result;
      }
      return undefined;
    },
    write(value) {
      // One change instead of two, for those who observe the area: it is not removed first.
      removeBut(value === "" ? undefined : areas.find((area) => tried(() => area.write(name, value)).done));
    },
    forget: () => removeBut(),
  };
}

/**
 * Names for stored values, by their kind, for one owner (an agent, a key) on one page's origin. Browsers that do not
 * partition storage share it between all pages that embed the service, so the origin is part of each name.
 */
export function storageNames(owner: string, parentOrigin: string): (kind: string) => string {
  const whose = [owner, parentOrigin].map(plain).join("_");
  return (kind) => `sc_${kind}_${whose}`;
}

/** Encodes a text for a cookie's name; different texts have different results. */
const plain = (text: string): string =>
  text.replace(/[^0-9a-z]/gi, (sign) => `-${sign.codePointAt(0)?.toString(16)}`);
