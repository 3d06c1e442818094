import { join } from "node:path";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { createKnowledge } from "@servicechat/knowledge";
import { createOutbound } from "@servicechat/outbound";
import { openSqlite } from "@servicechat/storage/sqlite";
import { openPostgres } from "@servicechat/storage/postgres";
import type { Storage } from "@servicechat/storage";
import { findTestPostgres, temporaryDatabase } from "../../test/support/test-servers.ts";
import { databaseMs } from "../database-time.ts";
import { withUnit } from "../row.ts";
import { percentile } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { createCorpus } from "./passages/corpus.ts";
import { count } from "./scale.ts";
import type { Scale } from "./scale.ts";

const sizes = (process.env["PASSAGES"] ?? "1000,20000,100000").split(",").map(Number);
const questions = 100;
const warmUp = 20;
const agentId = "site";
const model = "1 openai http://127.0.0.1:9/v1/embeddings made-up own";

/** Searches of increasingly large sites by words and meaning, on SQLite and, if available, on PostgreSQL. */
export const passages: Scale = async (progress) => {
  const rows: string[][] = [];
  const { missing } = await findTestPostgres();
  for (const size of sizes) {
    await using folder = await temporaryFolder();
    await using sqlite = await openSqlite({ file: join(folder.path, "site.db") });
    rows.push([`SQLite, ${count(size)}`, ...(await measure(sqlite, size, progress))]);
    if (missing !== undefined) continue;
    await using database = await temporaryDatabase();
    await using postgres = await openPostgres({ url: database.url });
    rows.push([`PostgreSQL, ${count(size)}`, ...(await measure(postgres, size, progress, database.url))]);
  }
  return [["passages", "search, p50", "search, p95", "processor, with the database's"], ...rows];
};

async function measure(
  storage: Storage,
  size: number,
  progress: (text: string) => void,
  postgresUrl?: string,
): Promise<readonly string[]> {
  const corpus = createCorpus(size);
  await fill(storage, corpus, (done) => progress(`${count(done)} of ${count(size)} passages`));
  const asked = corpus.questions(warmUp + questions);
  const vectors = new Map(asked.map(({ text, vector }) => [text, vector]));
  await using outbound = createOutbound({ allowedNetworks: [] });
  const knowledge = createKnowledge({
    ...storage,
    clock: { wallMs: () => Date.now() },
    randomUuid: () => "00000000-0000-7000-8000-000000000000",
    outbound,
    fetch: async (_url, init) => {
      const body = typeof init?.body === "string" ? init.body : "{}";
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      return Response.json({
        data: input.map((text, index) => ({ index, embedding: [...(vectors.get(text) ?? [])] })),
      });
    },
    environment: {},
    log: { warn: (detail, message) => console.error(message, detail) },
    wait: async () => {},
  });
  const times: number[] = [];
  const used = async () =>
    process.cpuUsage().user / 1000 +
    process.cpuUsage().system / 1000 +
    (await databaseMs(postgresUrl === undefined ? {} : { postgresUrl }));
  let before = 0;
  for (const [index, { text }] of asked.entries()) {
    if (index === warmUp) before = await used();
    const begun = performance.now();
    await knowledge.search(agentId, text, 8);
    if (index >= warmUp) times.push(performance.now() - begun);
  }
  const processor = ((await used()) - before) / questions;
  return [percentile(times, 0.5), percentile(times, 0.95), processor].map((ms) => withUnit(ms, "ms"));
}

async function fill(
  storage: Storage,
  corpus: ReturnType<typeof createCorpus>,
  progress: (done: number) => void,
): Promise<void> {
  const embeddings = { provider: "openai", name: "made-up", baseUrl: "http://127.0.0.1:9/v1" };
  const parsed = parseAgentFile({
    id: agentId,
    name: "Site",
    model: { provider: "extractive" },
    knowledge: { sources: [{ files: "*.md" }], embeddings },
  });
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  await storage.agents.put({ id: agentId, definition: parsed.agent, baseDirectory: "/", at: 0 });
  let done = 0;
  for (const { title, passages: made } of corpus.documents()) {
    const location = `${done}.md`;
    const document = { id: location, agentId, source: "files", location, title, url: null };
    await storage.knowledge.replaceDocument({ ...document, fingerprint: "1", readAt: 1 }, made);
    const missing = await storage.vectors.missing({ agentId, model, limit: made.length });
    const vectors = missing.flatMap(({ id }, index) => {
      const vector = made[index]?.vector;
      return vector ? [{ passageId: id, vector }] : [];
    });
    await storage.vectors.save({ agentId, model }, vectors);
    done += made.length;
    progress(done);
  }
  await storage.knowledge.optimize(agentId);
  await storage.vectors.optimize({ agentId, model });
}
