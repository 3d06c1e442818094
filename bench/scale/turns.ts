import { findTestPostgres, temporaryDatabase } from "../../test/support/test-servers.ts";
import { createChatVisitor } from "../chat-visitor.ts";
import { databaseMs } from "../database-time.ts";
import type { Places } from "../places.ts";
import { withUnit } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { median } from "../statistics.ts";
import { count } from "./scale.ts";
import type { Scale } from "./scale.ts";

const visitors = [1, 10, 50];
const rounds = 5;
const turnsPerRound = 400;

/**
 * Simultaneous short turns on one node: visitors that ask again as soon as they are answered, by a model without delay.
 */
export const turns: Scale = async (progress) => {
  const rows: string[][] = [];

  async function measure(database: string, places: Places): Promise<void> {
    await using started = await startServiceWithModel([], places);
    const visitor = createChatVisitor(started.target);
    for (const atOnce of visitors) {
      const taken: { readonly perSecond: number; readonly service: number; readonly database: number }[] = [];
      // The first round compiles the code, and is not counted.
      for (let round = 0; round <= rounds; round++) {
        progress(`${atOnce} visitors, ${database}, ${round} of ${rounds}`);
        const chats = await Promise.all(Array.from({ length: atOnce }, () => visitor.talk(1)));
        const before = [await started.service.usage(), await databaseMs(places)] as const;
        const beganAt = performance.now();
        await Promise.all(chats.map((chat) => visitor.talk(turnsPerRound / atOnce, chat)));
        const seconds = (performance.now() - beganAt) / 1000;
        const after = [await started.service.usage(), await databaseMs(places)] as const;
        taken.push({
          perSecond: turnsPerRound / seconds,
          service: (after[0].processorMs - before[0].processorMs) / turnsPerRound,
          database: (after[1] - before[1]) / turnsPerRound,
        });
      }
      const of = (pick: (round: (typeof taken)[number]) => number) => median(taken.slice(1).map(pick));
      rows.push([
        database,
        String(atOnce),
        withUnit(
          of(({ service }) => service),
          "ms",
        ),
        places.postgresUrl === undefined
          ? "in the service"
          : withUnit(
              of((round) => round.database),
              "ms",
            ),
        count(1000 / of(({ service }) => service)),
        count(of(({ perSecond }) => perSecond)),
      ]);
    }
  }

  await measure("SQLite", {});
  if ((await findTestPostgres()).missing === undefined) {
    await using database = await temporaryDatabase();
    await measure("PostgreSQL", { postgresUrl: database.url });
  }
  return [
    [
      "database",
      "visitors",
      "service, per turn",
      "database, per turn",
      "turns that fill a core, a second",
      "reached here",
    ],
    ...rows,
  ];
};
