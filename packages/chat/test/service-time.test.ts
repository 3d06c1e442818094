import { expect, test } from "vitest";
import { createServiceClock } from "../src/network/service-clock.ts";

const answer = (date?: string) => new Response(null, date === undefined ? {} : { headers: { date } });
const clock = createServiceClock();
const distance = (from: number) => Math.abs(clock.now() - from);

test("the time is that of the service's last response, continued from there; a response without one changes nothing", () => {
  clock.heed(answer());
  expect(distance(Date.now())).toBeLessThan(1000);

  const yearAgo = Date.now() - 365 * 86_400_000;
  clock.heed(answer(new Date(yearAgo).toUTCString()));
  expect(distance(yearAgo)).toBeLessThan(2000);
  for (const date of [undefined, "", "yesterday"]) clock.heed(answer(date));
  expect(distance(yearAgo)).toBeLessThan(2000);

  clock.heed(answer(new Date().toUTCString()));
  expect(distance(Date.now())).toBeLessThan(2000);
});
