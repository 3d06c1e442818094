import { createReadStream } from "node:fs";
import { readlink } from "node:fs/promises";

/** Connections over IPv4 and IPv6, as Linux shows those of this process's network. */
const tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
/** A connection's bytes that wait in the kernel to be sent or to be confirmed, in hexadecimal digits, and its inode. */
const row = /^ *\d+: \S+ \S+ [0-9A-F]{2} ([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+) /gm;

/** The most of a table that is looked through at a time, in bytes: some 400 connections. */
const sliceBytes = 65_536;

/**
 * How much of what the kernel has taken for these descriptors their readers have not confirmed. The kernel keeps megabytes for a
 * slow reader and takes more only once a third of that is gone: without this, one who reads all along seems to stand still.
 *
 * @returns nothing of a descriptor where the system does not tell, which counts as confirmed
 */
export async function readUnacknowledged(
  descriptors: readonly number[],
  files = tables,
): Promise<ReadonlyMap<number, number>> {
  if (process.platform !== "linux") return new Map();
  const waiting = new Map<string, number>();
  for (const file of files) await readTable(file, waiting);
  const found = await Promise.all(
    descriptors.map(async (descriptor) => {
      const name = await readlink(`/proc/self/fd/${descriptor}`).catch(() => "");
      return [descriptor, waiting.get(/^socket:\[(\d+)\]$/.exec(name)?.[1] ?? "") ?? 0] as const;
    }),
  );
  return new Map(found);
}

/** Slice by slice, so that other work comes between: a table of 10,000 connections has 1.5 MB. */
async function readTable(file: string, waiting: Map<string, number>): Promise<void> {
  let rest = "";
  try {
    for await (const slice of createReadStream(file, { encoding: "latin1", highWaterMark: sliceBytes })) {
      const text = rest + String(slice);
      const end = text.lastIndexOf("\n") + 1;
      for (const [, bytes = "0", inode = ""] of text.slice(0, end).matchAll(row))
        if (bytes !== "00000000") waiting.set(inode, Number.parseInt(bytes, 16));
      rest = text.slice(end);
    }
  } catch {
    // A system without this table.
  }
}
