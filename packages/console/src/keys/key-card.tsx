import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Key, KeySite, NewKey, Page } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, problemText, SkeletonRows } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { count, Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { EditKeyDialog, RotateKeyDialog } from "./key-dialogs.tsx";

/** A key: its purpose, its sites, its actions, and where it was used. */
export function KeyCard({
  item,
  isOpen,
  changed,
  made,
}: {
  item: Key;
  /** Whether its sites are shown at first. */
  isOpen: boolean;
  changed: () => void;
  made: (key: NewKey) => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.keys;
  const [dialog, setDialog] = useState<"edit" | "rotate" | "revoke">();
  const [sitesOpen, setSitesOpen] = useState(isOpen);
  const path = `keys/${encodeURIComponent(item.id)}`;
  const close = (): void => setDialog(undefined);
  const isRevoked = item.revokedAt !== null;

  return (
    <article class={isRevoked ? "card key revoked" : "card key"}>
      <div class="key-head">
        <div class="row-main">
          <h2 class="row-title">
            {showHidden(item.name ?? "") || text.unnamed}
            <code class="last-four">…{item.lastFour}</code>
            {isRevoked && <span class="badge bad">{text.revoked}</span>}
            {!isRevoked && item.endsAt !== null && (
              <span class="badge warn">
                {text.ends} <Time at={item.endsAt} />
              </span>
            )}
            {item.serverSide && <span class="badge">{text.serverSide}</span>}
          </h2>
          <p class="row-detail">
            {showHidden(item.agent)} · {item.allowed.map(showHidden).join(", ") || text.noSites}
          </p>
        </div>
        {!isRevoked && (
          <div class="row-actions">
            <button type="button" class="button small" onClick={() => setDialog("edit")}>
              {text.edit}
            </button>
            <button type="button" class="button small" onClick={() => setDialog("rotate")}>
              {text.rotate}
            </button>
            <button type="button" class="button small" onClick={() => setDialog("revoke")}>
              {text.revoke}
            </button>
          </div>
        )}
      </div>
      <details
        class="key-sites"
        open={sitesOpen}
        onToggle={({ currentTarget }) => setSitesOpen(currentTarget.open)}
      >
        <summary>
          {icon("chevron", 15)}
          {text.seen}
        </summary>
        {sitesOpen && <KeySites item={item} changed={changed} />}
      </details>
      {dialog === "edit" && <EditKeyDialog item={item} close={close} changed={changed} />}
      {dialog === "rotate" && (
        <RotateKeyDialog
          item={item}
          close={close}
          made={(key) => {
            close();
            made(key);
            changed();
          }}
        />
      )}
      {dialog === "revoke" && (
        <ConfirmDialog
          title={text.revokeTitle}
          text={<p>{text.revokeText}</p>}
          action={text.revoke}
          close={close}
          run={async () => {
            await api.send("POST", `${path}/revoke`);
            toast.value = text.revokedNow;
            changed();
          }}
        />
      )}
    </article>
  );
}

/** The sites whose pages used a key or tried to; refused ones can be allowed here. */
function KeySites({ item, changed }: { item: Key; changed: () => void }): JSX.Element {
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
