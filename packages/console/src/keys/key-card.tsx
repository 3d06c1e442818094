import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Key, NewKey } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyId } from "../ui/copy-id.tsx";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { KeySites } from "./key-sites.tsx";
import { KeyTagSection } from "../agents/install/key-tag.tsx";
import { EditKeyDialog, RotateKeyDialog } from "./key-dialogs.tsx";

/** A key: its purpose, its sites, its actions, and where it was used. */
export function KeyCard({
  item,
  agent,
  isOpen,
  changed,
  made,
}: {
  item: Key;
  /** The name of its agent. */
  agent: string;
  /** Whether its sites are shown at first. */
  isOpen: boolean;
  changed: () => void;
  made: (key: NewKey) => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.keys;
  const [dialog, setDialog] = useState<"edit" | "rotate" | "revoke">();
  const [tagOpen, setTagOpen] = useState(false);
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
            <CopyId id={item.id} />
            {isRevoked && <span class="badge bad">{text.revoked}</span>}
            {!isRevoked && item.endsAt !== null && (
              <span class="badge warn">
                {text.ends} <Time at={item.endsAt} />
              </span>
            )}
            {item.serverSide && <span class="badge">{text.serverSide}</span>}
          </h2>
          <p class="row-detail">
            {showHidden(agent)} · {item.allowed.map(showHidden).join(", ") || text.noSites}
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
      {!isRevoked && !item.serverSide && (
        <details class="key-sites" onToggle={({ currentTarget }) => setTagOpen(currentTarget.open)}>
          <summary>
            {icon("chevron", 15)}
            {words.install.show}
          </summary>
          {tagOpen && <KeyTagSection keyId={item.id} steps={false} />}
        </details>
      )}
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
