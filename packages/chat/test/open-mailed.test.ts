import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { openMailed } from "../src/handoff/open-mailed.ts";
import { lost } from "./script-chat.ts";

/** Links that are opened over a network which comes back when the test says so. */
function followLinks() {
  const network = { isLost: true };
  const returned = Promise.withResolvers<boolean>();
  const asked: string[] = [];
  const opened: string[] = [];
  const mailed = signal<string | undefined>(undefined);
  const link = openMailed({
    mailed,
    wait: () => returned.promise,
    client: {
      openLink(wanted) {
        asked.push(wanted);
        return network.isLost ? Promise.reject(lost) : Promise.resolve(`st_${wanted}`);
      },
    },
    device: signal({
      linkKey: () => "key",
      open: (token: string) => Promise.resolve(opened.push(token) > 0),
    }),
  });
  return {
    asked,
    opened,
    link,
    follow: (next: string) => (mailed.value = next),
    comeBack: () => {
      network.isLost = false;
      returned.resolve(true);
    },
  };
}

test("a link that waits for the network opens its own chat, and the question about a later one remains", async () => {
  const { asked, opened, link, follow, comeBack } = followLinks();
  follow("first");
  link.open();
  follow("second");
  comeBack();
  await expect.poll(() => opened).toEqual(["st_first"]);
  expect(link.state.value).toEqual({ step: "found" });
  link.open();
  await expect.poll(() => link.state.value).toBeUndefined();
  expect(asked).toEqual(["first", "first", "second"]);
  expect(opened).toEqual(["st_first", "st_second"]);
});

test("a link that waits for the network is abandoned once the visitor opens a later one", async () => {
  const { opened, link, follow, comeBack } = followLinks();
  follow("first");
  link.open();
  follow("second");
  link.open();
  comeBack();
  await expect.poll(() => link.state.value).toBeUndefined();
  expect(opened).toEqual(["st_second"]);
});
