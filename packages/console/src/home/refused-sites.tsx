import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";
import type { HomeData } from "./home-page.tsx";

/** Sites that tried to use a key without being allowed; links to the key of the first. */
export function RefusedSites({ home }: { home: HomeData }): JSX.Element | null {
  const text = useConsole().words.home;
  const sites = home.sites.filter(
    ({ refused, admitted, origin, key }) => refused > 0 && admitted === 0 && !key.allowed.includes(origin),
  );
  const [first] = sites;
  if (!first) return null;
  return (
    <p class="notice warn">
      {icon("alert", 16)}
      <span>{text.refusedText(sites.length)}</span>
      <a class="button small" href={hrefOf("keys", { key: first.key.id })}>
        {text.refusedAction}
      </a>
    </p>
  );
}
