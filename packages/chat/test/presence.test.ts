import { signal } from "@preact/signals";
import type { AgentView } from "@servicechat/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPresence, createProfiles } from "../src/session/profiles.ts";
import { memoryArea, type StorageArea } from "../src/session/storage-areas.ts";

const users = ["", "ada", "bob"] as const;
type User = (typeof users)[number];
const chatOf = (user: User): string | undefined => (user === "" ? undefined : `${user}'s chat`);
const profilesIn = (area: StorageArea) => createProfiles("acme", "https://shop.example", [area]);

/** A tab of a browser with that storage: which chat is drawn in it. `tellTabs`: it has changed something. */
function openTab(area: StorageArea, tellTabs: () => void) {
  const agent = signal<AgentView | undefined>(undefined);
  let hasJoined = false;
  let said: User | undefined;
  let drawn: string | undefined;
  let draw = (): void => undefined;
  const presence = createPresence({
    chat: () => ({
      agent,
      conversation: signal([]),
      session: () => drawn,
      refresh: () => Promise.resolve(draw()),
    }),
    areas: [area],
    onUser: () => undefined,
    changed: tellTabs,
  });
  return {
    hasMet: () => agent.peek() !== undefined,
    said: () => said,
    drawn: () => drawn,
    /** The service has said which agent it is. */
    meet() {
      const profiles = profilesIn(area);
      const token = profiles.valueOf("token", [area]);
      draw = () => void (drawn = token.read());
      presence.meet(profiles, token);
      agent.value = { id: "acme" } as AgentView;
      draw();
    },
    /** The part that keeps tabs in step has loaded. */
    join() {
      hasJoined = true;
      presence.follow();
    },
    follow: () => hasJoined && presence.follow(),
    /** The page says who is there. */
    say(user: User) {
      said = user;
      presence.setUser(user);
    },
  };
}

const step = fc.record({
  tab: fc.nat({ max: 1 }),
  deed: fc.oneof(
    fc.constantFrom({ does: "meet" }, { does: "join" }, { does: "follow" }),
    fc.record({ does: fc.constant("say"), user: fc.constantFrom(...users) }),
  ) as fc.Arbitrary<
    { readonly does: "meet" | "join" | "follow" } | { readonly does: "say"; readonly user: User }
  >,
});

describe("who is there", () => {
  test("is whom the pages named last, in all tabs whose pages say so, however far each has loaded by then", () => {
    fc.assert(
      fc.property(fc.constantFrom(...users), fc.array(step), (before, steps) => {
        const area = memoryArea();
        const profiles = profilesIn(area);
        profiles.keptUser.write(before);
        for (const user of users) profiles.valueOf("token", [area], () => user).write(chatOf(user) ?? "");
        const tellTabs = (): void => tabs.forEach(({ follow }) => follow());
        const tabs = [openTab(area, tellTabs), openTab(area, tellTabs)];
        let last: User = before;

        function meet(tab: (typeof tabs)[number] | undefined): void {
          if (!tab || tab.hasMet()) return;
          last = tab.said() ?? last; // what its page has said takes effect now
          tab.meet();
        }
        for (const { tab: at, deed } of steps) {
          const tab = tabs[at];
          if (deed.does === "meet") meet(tab);
          else if (deed.does !== "say") tab?.[deed.does]();
          // A page that repeats itself says nothing new.
          else if (deed.user !== tab?.said()) {
            tab?.say(deed.user);
            if (tab?.hasMet()) last = deed.user;
          }
        }
        tabs.forEach(meet);
        for (const tab of tabs) tab.join();
        for (const { said, drawn } of tabs)
          expect(drawn()).toBe(said() === undefined ? undefined : chatOf(last));
      }),
    );
  });
});
