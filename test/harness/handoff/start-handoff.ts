import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { openSqlite } from "@servicechat/storage/sqlite";
import { startOneNode, startTwoNodes } from "../installation.ts";
import type { Installation } from "../installation.ts";
import { startDrawingTool } from "./drawing-tool.ts";
import { numberingModel } from "./numbering-model.ts";
import { makePeople } from "./people.ts";
import type { HandoffRun } from "./run-handoff.ts";

/** What exists before a run. */
export type HandoffInstallation = AsyncDisposable &
  Pick<HandoffRun, "installation" | "tool" | "openStorage" | "tokens">;

const people = ["Olga", "Ada", "Ben", "Cleo"];

/** Starts an installation whose agent hands over, with people who may take its chats. */
export async function startHandoff(
  nodes: 1 | 2,
  paces: readonly number[] = [2, 25, 60],
): Promise<HandoffInstallation> {
  await using stack = new AsyncDisposableStack();
  const tool = stack.use(await startDrawingTool());
  const start = nodes === 1 ? startOneNode : startTwoNodes;
  const plenty = { sessionMessagesPerHour: 100_000, addressMessagesPerHour: 100_000 };
  const installation = stack.use(
    await start({
      agent: {
        handoff: { waitMinutes: 1_440, silentMinutes: 1_440 },
        tools: ["HandOver", tool.definition],
        limits: { ...plenty, concurrentReplies: 100_000, addressRequestsPerMinute: 1_000_000 },
      },
      settings: { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
      script: numberingModel(paces),
    }),
  );
  const openStorage = () => openStorageOf(installation);
  const storage = await openStorage();
  const tokens = await makePeople(storage, people);
  await storage.close();
  const started = stack.move();
  return { installation, tool, openStorage, tokens, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

function openStorageOf({ shared, nodes: [node] }: Installation): Promise<Storage> {
  return shared
    ? openPostgres({ url: shared.postgres.url })
    : openSqlite({ file: `${node?.dataDirectory}/data/servicechat.db` });
}
