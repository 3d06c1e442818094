import type { VectorSet, VectorStore } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";
import { bytesOfTable, bytesPerRow, createTableBuilder, type VectorTable } from "./vector-table.ts";

/** Vectors read by one statement: a few milliseconds. */
const batch = 500;

/** Milliseconds for which vectors are kept though others came: a sync in another process brings new ones all the time. */
const minRest = 30_000;

interface CachedVectors {
  readonly revision: number;
  readonly readAt: number;
  readonly table: VectorTable;
}

/**
 * Keeps the vectors of agents that are asked, and reads them again when the agent's knowledge changed: at once after a
 * sync of this process, half a minute later after one of another. Those asked longest ago are given up when all
 * together are larger than `maxBytes`; of an agent whose own are larger, the newest passages have no vector here.
 */
export function createVectorCache({
  vectors,
  clock,
  maxBytes = 256 * 1024 * 1024,
}: {
  /** Or whatever else has vectors and ids. */
  readonly vectors: Pick<VectorStore, "read" | "revision">;
  readonly clock: Clock;
  readonly maxBytes?: number;
}) {
  const kept = new Map<string, CachedVectors>();
  /** Each set is read once at a time, whoever asks in the meantime. */
  const reading = new Map<string, Promise<VectorTable>>();

  async function read(set: VectorSet): Promise<VectorTable> {
    let builder: ReturnType<typeof createTableBuilder> | undefined;
    for (let after = "0"; ;) {
      const some = await vectors.read({ ...set, after, limit: batch });
      const last = some.at(-1);
      if (!last) break;
      const into = (builder ??= builderFor(last.vector.length));
      if (!some.every((each) => into.add(each))) break;
      after = last.passageId;
    }
    return (builder ?? builderFor(0)).build();
  }

  const builderFor = (size: number) =>
    createTableBuilder({ size, room: Math.floor(maxBytes / bytesPerRow(size)) });

  function makeRoom(newest: string): void {
    for (const name of kept.keys()) {
      const all = kept.values().reduce((sum, { table }) => sum + bytesOfTable(table), 0);
      if (all <= maxBytes) return;
      if (name !== newest) kept.delete(name);
    }
  }

  function readAnew(name: string, set: VectorSet, revision: number): Promise<VectorTable> {
    /** `false` when it was forgotten meanwhile: what was read may be older than the sync that has just ended. */
    const isWanted = (): boolean => reading.get(name) === under && reading.delete(name);
    const under = read(set).then(
      (table) => {
        if (!isWanted()) return table;
        kept.set(name, { revision, readAt: clock.wallMs(), table });
        makeRoom(name);
        return table;
      },
      (cause: unknown) => {
        isWanted();
        throw cause;
      },
    );
    reading.set(name, under);
    return under;
  }

  /** A clock that was set back does not make what is kept older. */
  const isFresh = ({ revision, readAt, table }: CachedVectors, current: number): boolean =>
    revision === current || (table.ids.length > 0 && Math.abs(clock.wallMs() - readAt) < minRest);

  return {
    /** The vectors of a set: as they are now, or as they were while new ones are being read. */
    async table(set: VectorSet): Promise<VectorTable> {
      const revision = await vectors.revision(set.agentId);
      const name = nameOf(set);
      const known = kept.get(name);
      if (known) {
        // Last in line, so that others are given up before it.
        kept.delete(name);
        kept.set(name, known);
        if (isFresh(known, revision)) return known.table;
      }
      const under = reading.get(name) ?? readAnew(name, set, revision);
      if (!known || known.table.ids.length === 0) return under;
      under.catch(() => undefined); // the next caller reads it again
      return known.table;
    },
    /** To be called when a sync of this process has ended. */
    forget(agentId: string): void {
      for (const sets of [kept, reading])
        for (const name of sets.keys()) if (name.startsWith(`${agentId} `)) sets.delete(name);
    },
  };
}

/** Ids of agents have no spaces. */
function nameOf({ agentId, model }: VectorSet): string {
  return `${agentId} ${model}`;
}
