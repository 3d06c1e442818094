import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { issueKey } from "@servicechat/operations/key-secret";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { count } from "./scale.ts";
import type { Scale } from "./scale.ts";

const sizes = [10, 1_000, 10_000];
/** Minimum number of requests between two readings of the processor time. */
const requests = 10_000;
/** Simultaneous requests. */
const atOnce = 20;

/** An increasing number of keys in use, each requesting its configuration in turn, on SQLite. */
export const keys: Scale = async (progress) => {
  const rows: string[][] = [];
  for (const size of sizes) {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "keys.db");
    await using started = await startServiceWithModel(["--expose-gc"], { file });
    const { port, headers } = started.target;
    progress(`making ${count(size)} keys`);
    const made = makeKeys(file, size);

    async function askWithEach(): Promise<void> {
      const waiting = [...made];
      const ask = async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
          const answer = await fetch(`http://127.0.0.1:${port}/chat-bot/config`, {
            headers: { ...headers, Authorization: `Bearer ${key}` },
          });
          await answer.arrayBuffer();
          if (answer.status !== 200) throw new Error(`the answer was ${answer.status}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, ask));
    }

    // Compiles the code, with the key that the service was set up with.
    for (let warmUp = 0; warmUp < requests; warmUp += 1)
      await (await fetch(`http://127.0.0.1:${port}/chat-bot/config`, { headers })).arrayBuffer();
    const fresh = await started.service.usage();
    progress(`${count(size)} keys, for the first time`);
    await askWithEach();
    const once = await started.service.usage();
    const times = Math.max(1, requests / size);
    for (let time = 0; time < times; time++) {
      progress(`${count(size)} keys, again, ${time + 1} of ${times}`);
      await askWithEach();
    }
    const again = await started.service.usage();
    rows.push([
      count(size),
      withUnit((once.processorMs - fresh.processorMs) / size, "ms"),
      `${(((again.processorMs - once.processorMs) / (size * times)) * 1000).toFixed(0)} us`,
      size < 1_000 ? "" : withUnit((once.residentBytes - fresh.residentBytes) / size / 1024, "KB"),
    ]);
  }
  return [["keys in use", "first request of a key", "later requests", "memory of a key in use"], ...rows];
};

/** Creates additional keys of the bench's agent. Returns the whole keys. */
function makeKeys(file: string, size: number): readonly string[] {
  using database = new DatabaseSync(file);
  database.exec("pragma busy_timeout = 5000; begin immediate");
  const insert = database.prepare(
    `insert into keys (id, agent_id, name, secret_hash, last_four, allowed, rate_limit, server_side, created_at)
     select ?, agent_id, name, ?, ?, allowed, rate_limit, server_side, created_at from keys limit 1`,
  );
  const made = Array.from({ length: size }, () => issueKey({ randomBytes }));
  for (const { id, secretHash, lastFour } of made) insert.run(id, secretHash, lastFour);
  database.exec("commit");
  return made.map(({ key }) => key);
}
