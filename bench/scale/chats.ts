import { statSync } from "node:fs";
import { join } from "node:path";
import { findTestPostgres, runSql, temporaryDatabase } from "../../test/support/test-servers.ts";
import { startAmongChats } from "../among-chats.ts";
import type { AmongChats } from "../among-chats.ts";
import type { Places } from "../places.ts";
import { withUnit } from "../row.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { count, takeMedians } from "./scale.ts";
import type { Scale } from "./scale.ts";

const sizes = [1_000, 10_000, 100_000];
const rounds = 5;

/** A turn with all that follows, and reading a history, among an increasing number of other chats, on both databases. */
export const chats: Scale = async (progress) => {
  const rows: (readonly string[])[] = [];

  async function measure(
    database: string,
    stack: AsyncDisposableStack,
    places: (size: number) => Promise<Places>,
  ) {
    const started: { readonly size: number; readonly places: Places; readonly among: AmongChats }[] = [];
    for (const size of sizes) {
      const where = await places(size);
      const options = { serviceArguments: [], progress };
      started.push({ size, places: where, among: stack.use(await startAmongChats(size, where, options)) });
    }
    progress(`turns and histories, ${database}`);
    const turns = await takeMedians(
      rounds,
      started.map(
        ({ among }) =>
          () =>
            among.turn(),
      ),
    );
    const histories = await takeMedians(
      rounds,
      started.map(
        ({ among }) =>
          () =>
            among.history(),
      ),
    );
    for (const [at, { size, places: where }] of started.entries()) {
      const [turn, history] = [turns[at] ?? 0, histories[at] ?? 0];
      rows.push([
        database,
        count(size),
        withUnit(turn, "ms"),
        withUnit(history, "ms"),
        withUnit(await megabytes(where), "MB"),
      ]);
    }
  }

  {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await temporaryFolder());
    await measure("SQLite", stack, async (size) => ({ file: join(folder.path, `${size}.db`) }));
  }
  if ((await findTestPostgres()).missing === undefined) {
    await using stack = new AsyncDisposableStack();
    await measure("PostgreSQL", stack, async () => ({
      postgresUrl: stack.use(await temporaryDatabase()).url,
    }));
  }
  return [
    ["database", "chats", "a turn with all that follows", "reading a history of 40", "on disk"],
    ...rows,
  ];
};

async function megabytes({ file, postgresUrl }: Places): Promise<number> {
  if (postgresUrl === undefined) return statSync(file ?? "").size / 1e6;
  const [row] = await runSql(postgresUrl, "select pg_database_size(current_database()) as bytes");
  return Number(row?.["bytes"]) / 1e6;
}
