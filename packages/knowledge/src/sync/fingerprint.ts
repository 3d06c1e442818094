/** What is stored about a file to decide whether it must be read again. */
interface Fingerprint {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, with their fraction. */
  readonly modifiedMs: number;
  /** SHA-256 of the content, lower-case hex. */
  readonly hash: string;
  /** Whether the file itself names its public address, so that `linkBase` does not matter to it. */
  readonly namesAddress: boolean;
}

/** Raised whenever files would be cut or cleaned differently: then everything is read again. */
const version = "5";

/** A fingerprint as it is stored. */
export function writeFingerprint({ size, modifiedMs, hash, namesAddress }: Fingerprint): string {
  return [version, size, modifiedMs, hash, namesAddress ? "own" : "base"].join(" ");
}

/** Reads a stored fingerprint; `undefined` when it was written by another version. */
export function readFingerprint(text: string): Fingerprint | undefined {
  const [written, size, modifiedMs, hash, address] = text.split(" ");
  if (written !== version || hash === undefined) return undefined;
  return { size: Number(size), modifiedMs: Number(modifiedMs), hash, namesAddress: address === "own" };
}
