import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { waitsSince } from "../inbox/inbox-chats.ts";
import { Time } from "../ui/time.tsx";
import type { HomeData } from "./home-page.tsx";

/** Who waits for whom: each a way into the list of the inbox. */
export function WaitingTiles({ home }: { home: HomeData }): JSX.Element {
  const text = useConsole().words.home;
  const rows = [
    { name: text.waitingTile, chats: home.waiting, holder: "waiting" },
    { name: text.mineTile, chats: home.mine, holder: "me" },
    { name: text.addressTile, chats: home.addresses, holder: "address" },
  ];
  return (
    <ul class="waiting-tiles" role="list">
      {rows.map(({ name, chats, holder }) => (
        <li key={holder}>
          <a
            class={chats.length > 0 && holder === "waiting" ? "tile urgent" : "tile"}
            href={hrefOf("inbox", { holder })}
          >
            <span>{name}</span>
            <strong>{chats.length < maxWaiting ? chats.length : `${maxWaiting}+`}</strong>
            <small>{chats.length > 0 && holder !== "me" ? <Oldest chats={chats} /> : " "}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How many chats of a list are read at most. */
export const maxWaiting = 50;

function Oldest({ chats }: { chats: readonly Chat[] }): JSX.Element {
  const text = useConsole().words.home;
  const [oldest = ""] = chats.map(waitsSince).toSorted();
  return (
    <>
      {text.oldest} <Time at={oldest} />
    </>
  );
}
