import type { Worker } from "node:worker_threads";

/** Between two looks, in milliseconds: what a document can unpack meanwhile comes on top. */
const lookEveryMs = 100;

/**
 * Looks at what a worker holds until told to stop, and says so once when it is too much. The limits that a worker is started with count
 * its objects only, not the buffers outside of its heap, and files are unpacked into these. A worker that is busy is
 * seen too.
 *
 * @returns what ends the watch
 */
export function watchMemory(
  worker: Worker,
  { mostMegabytes, onExceeded }: { readonly mostMegabytes: number; readonly onExceeded: () => void },
): () => void {
  let isWatched = true;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const held = await heldBy(worker);
    if (!isWatched) return;
    if (held > mostMegabytes * 1024 * 1024) onExceeded();
    else timer = setTimeout(() => void look(), lookEveryMs);
  };
  void look();
  return () => {
    isWatched = false;
    clearTimeout(timer);
  };
}

/** In bytes; nothing of a worker that does not run yet, or no longer. */
async function heldBy(worker: Worker): Promise<number> {
  try {
    const { used_heap_size: objects, external_memory: buffers } = await worker.getHeapStatistics();
    return objects + buffers;
  } catch {
    return 0;
  }
}
