import { lastWords } from "../long-answer.ts";
import type { Contestant } from "./contestant.ts";
import { countMainThreads } from "./main-threads.ts";
import { pressBubble } from "./measure-visit.ts";
import { openArena, shop } from "./open-arena.ts";
import { everyMs, pieces } from "./speak.ts";

/**
 * Milliseconds of the main threads, including those of frames in other processes, for one long streamed answer. Nothing
 * queries elements during the measurement.
 *
 * @throws if the answer is not there at the end
 */
export async function measureAnswer(contestant: Contestant, servicePort: number): Promise<number> {
  await using arena = await openArena(contestant, servicePort);
  const page = await arena.context.newPage();
  await page.goto(shop, { timeout: 120_000 });
  await (await countMainThreads(page)).untilQuiet();
  await pressBubble(page);
  const prompt = await contestant.prompt(page);
  await prompt.click();
  await prompt.fill("Tell me everything.");
  const threads = await countMainThreads(page);
  await threads.untilQuiet();
  const before = await threads.spent();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(pieces.length * everyMs);
  await threads.untilQuiet();
  const spent = (await threads.spent()) - before;
  const drawn = await contestant.place(page).getByText(lastWords, { exact: false }).count();
  if (drawn === 0) throw new Error(`${contestant.name}: the answer was not drawn whole`);
  return spent;
}
