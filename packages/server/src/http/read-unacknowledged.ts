import { readFile, readlink } from "node:fs/promises";

/** Connections over IPv4 and IPv6, as Linux shows those of this process's network. */
const tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
/** A connection's bytes that wait in the kernel to be sent or to be confirmed, in hexadecimal digits, and its inode. */
const row = /^ *\d+: \S+ \S+ [0-9A-F]{2} ([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+) /gm;

/**
 * How much of what the kernel has taken for these descriptors their readers have not confirmed. The kernel keeps megabytes for a
 * slow reader and takes more only once a third of that is gone: without this, one who reads all along seems to stand still.
 *
 * @returns nothing of a descriptor where the system does not tell, which counts as confirmed
 */
export async function readUnacknowledged(
  descriptors: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (process.platform !== "linux") return new Map();
  const texts = await Promise.all(tables.map((file) => readFile(file, "latin1").catch(() => "")));
  const waiting = new Map<string, number>();
  for (const text of texts)
    for (const [, bytes = "0", inode = ""] of text.matchAll(row))
      if (bytes !== "00000000") waiting.set(inode, Number.parseInt(bytes, 16));
  const found = await Promise.all(
    descriptors.map(async (descriptor) => {
      const name = await readlink(`/proc/self/fd/${descriptor}`).catch(() => "");
      return [descriptor, waiting.get(/^socket:\[(\d+)\]$/.exec(name)?.[1] ?? "") ?? 0] as const;
    }),
  );
  return new Map(found);
}
