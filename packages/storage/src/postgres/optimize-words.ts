import type { KnowledgeStore } from "../knowledge/knowledge-store.ts";
import { ensureIndex, type Maintenance } from "./maintenance.ts";
import { headingIndex, manyPassages } from "./word-statistics.ts";

/** Gives the search of an agent with many passages what it needs: an index of headings, and what is known of words. */
export function createOptimizeWords({
  maintenance,
}: {
  readonly maintenance: Maintenance;
}): KnowledgeStore["optimize"] {
  return (agentId, signal) =>
    maintenance.run({
      name: "words",
      signal,
      async work(run) {
        const [{ passages } = { passages: 0 }] = await run<{ passages: number }>(
          `select count(*)::integer as passages
          from (select 1 from passages where agent_id = $1 limit ${manyPassages}) as first`,
          [agentId],
        );
        if (passages < manyPassages) return;
        await ensureIndex(run, {
          name: headingIndex,
          definition: "on passages using gin (ts_filter(words, '{a}'))",
        });
        // Empties the list of words that are not in the index yet, which every search reads, and counts words.
        await run("vacuum (analyze) passages");
      },
    });
}
