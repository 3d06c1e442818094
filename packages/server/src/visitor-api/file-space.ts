import { ServiceError } from "@servicechat/contract";

/** The maximum size of all keys' files in memory at once, in bytes. */
const maxHeld = 256 * 1024 * 1024;
/** The part of that for one key: using all of it blocks only its own visitors. */
const maxOfKey = maxHeld / 4;

/** Seconds after which a file is worth asking for, or sending, again. */
const crowdedSeconds = 2;

/** Room for one file. Given back when it is disposed of. */
export interface Room extends Disposable {
  /** Gives back what turned out not to be needed. */
  shrinkTo(bytes: number): void;
}

/**
 * Shares out between keys the memory for files that come in, each held until it is stored, or for images and pieces of chats
 * that go out, each held until its reader has taken it.
 */
interface FileSpace {
  /**
   * Room for this many bytes.
   *
   * @throws ServiceError `key_busy` when that is more than is left, for this key or altogether
   */
  take(keyId: string, bytes: number): Room;
}

/** @param tooMany the message for clients that must wait */
export function createFileSpace(tooMany: string): FileSpace {
  let held = 0;
  const heldByKey = new Map<string, number>();

  const add = (keyId: string, bytes: number) => {
    held += bytes;
    const ofKey = (heldByKey.get(keyId) ?? 0) + bytes;
    if (ofKey > 0) heldByKey.set(keyId, ofKey);
    else heldByKey.delete(keyId);
  };

  return {
    take(keyId, bytes) {
      if (held + bytes > maxHeld || (heldByKey.get(keyId) ?? 0) + bytes > maxOfKey)
        throw new ServiceError("key_busy", { detail: tooMany, retryAfter: crowdedSeconds });
      let own = bytes;
      add(keyId, own);
      const shrinkTo = (fewer: number) => {
        const back = Math.max(0, own - fewer);
        own -= back;
        add(keyId, -back);
      };
      return { shrinkTo, [Symbol.dispose]: () => shrinkTo(0) };
    },
  };
}
