import type { JSX } from "preact";
import type { Key, KeySite, Page } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Loaded, problemText, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count, Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";

/** The sites whose pages used a key or tried to; refused ones can be allowed here. */
export function KeySites({ item, changed }: { item: Key; changed: () => void }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.keys;
  const path = `keys/${encodeURIComponent(item.id)}`;
  const sites = useResource(item.id, (signal) =>
    api.get<Page<KeySite>>(`${path}/sites`, { limit: 200 }, signal),
  );

  async function allow(origin: string): Promise<void> {
    try {
      const body = { allowed: [...item.allowed, origin] };
      await api.send<Key>("PATCH", path, { body, revision: item.revision });
      toast.value = text.allowed(origin);
    } catch (thrown) {
      toast.value = problemText(asProblem(thrown), words);
    }
    changed();
  }

  return (
    <Loaded resource={sites} skeleton={<SkeletonRows rows={2} />}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="muted">{text.seenNone}</p>
        ) : (
          <ul class="sites" role="list">
            {items.map((site) => (
              <li key={site.origin}>
                <span class="site-name">
                  {site.origin === "others" ? text.others : showHidden(site.origin)}
                </span>
                <span class="site-counts">
                  {site.admitted > 0 && (
                    <span class="badge good">{text.admitted(count(site.admitted, words.lang))}</span>
                  )}
                  {site.refused > 0 && (
                    <span class="badge bad">{text.refused(count(site.refused, words.lang))}</span>
                  )}
                  <small class="muted">
                    <Time at={site.lastAt} />
                  </small>
                </span>
                {site.refused > 0 &&
                  site.origin !== "others" &&
                  item.revokedAt === null &&
                  !item.allowed.includes(site.origin) && (
                    <button type="button" class="button small" onClick={() => void allow(site.origin)}>
                      {text.allow}
                    </button>
                  )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
