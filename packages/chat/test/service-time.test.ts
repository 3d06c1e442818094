import { expect, test } from "vitest";
import { heedTime, serviceNow } from "../src/service-time.ts";

const answer = (date?: string) => new Response(null, date === undefined ? {} : { headers: { date } });
const distance = (from: number) => Math.abs(serviceNow() - from);

test("the time is that of the service's last answer, which goes on from there; an answer without one changes nothing", () => {
  heedTime(answer());
  expect(distance(Date.now())).toBeLessThan(1000);

  const yearAgo = Date.now() - 365 * 86_400_000;
  heedTime(answer(new Date(yearAgo).toUTCString()));
  expect(distance(yearAgo)).toBeLessThan(2000);
  for (const date of [undefined, "", "yesterday"]) heedTime(answer(date));
  expect(distance(yearAgo)).toBeLessThan(2000);

  heedTime(answer(new Date().toUTCString()));
  expect(distance(Date.now())).toBeLessThan(2000);
});
