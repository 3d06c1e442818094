import { chatOf, embedTag } from "../../../test/support/start-widget.ts";
import type { Contestant } from "../contestant.ts";
import { shopPage } from "../host-contestant.ts";

/** This widget, with the real service. */
export const ours = (key: string): Contestant => ({
  name: "ServiceChat",
  page: shopPage(embedTag(key)),
  prompt: async (page) => (await chatOf(page)).getByRole("textbox"),
  place: (page) =>
    page.frames().find((frame) => frame.url().startsWith("https://chat.example/chat/")) ?? page,
});

/** The page alone, without any widget. */
export const nothing: Contestant = {
  name: "nothing",
  page: shopPage(""),
  prompt: async (page) => page.locator("none"),
  place: (page) => page,
};
