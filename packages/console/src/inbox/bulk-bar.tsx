import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { TagField } from "../chats/tags.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { closeMenu, PopoverMenu } from "../ui/popover-menu.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { visitorOf } from "./inbox-chats.ts";
import { useBulk, type BulkAction } from "./run-bulk.ts";
import type { Selection } from "./selection.ts";
import { SnoozeMenu } from "./snooze.tsx";

/** What can be done with all selected chats, and what came of the last thing that was done. */
export function BulkBar({
  chats,
  selection,
  changed,
}: {
  /** Those that are selected. */
  chats: readonly Chat[];
  selection: Selection;
  /** Called after something was done. */
  changed: () => void;
}): JSX.Element | null {
  const { words } = useConsole();
  const { inbox: text, chats: chatsText, common } = words;
  const bulk = useBulk(changed, selection.keep);
  const [isConfirming, setConfirming] = useState(false);
  const { result } = bulk;
  const isSelecting = chats.length > 0;
  const run = (action: BulkAction): void => void bulk.run(action, chats);
  if (!isSelecting && !result) return null;
  return (
    <section class="bulk-bar" aria-label={text.selection}>
      <div role="status">
        {result && (
          <p class="bulk-result">
            {result.done > 0 && <span>{text.bulkDone[result.action](result.done)}</span>}
            {result.undo && (
              <button type="button" class="link-button" onClick={() => void bulk.undo()}>
                {text.undo}
              </button>
            )}
          </p>
        )}
        {result && result.failures.length > 0 && (
          <ul class="bulk-failures" role="list">
            {result.failures.map(({ chat, reason }) => (
              <li key={chat.id}>
                <b dir="auto">{showHidden(visitorOf(chat) ?? chat.first) || words.chats.noText}</b>: {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div class="bulk-actions">
        <span aria-live="polite">{isSelecting && text.selected(chats.length)}</span>
        {isSelecting && !bulk.isRunning && (
          <>
            <BulkButton label={text.assignToMe} sign="person" press={() => run({ kind: "take" })} />
            <SnoozeMenu
              id="bulk-snooze"
              choose={(until) => until && run({ kind: "snooze", until: until.toISOString() })}
            />
            <PopoverMenu id="bulk-tag" label={chatsText.tags} sign="tag" kind="icon-button" hasLabel={false}>
              <TagField
                pick={(tag) => {
                  closeMenu("bulk-tag");
                  run({ kind: "tag", tag });
                }}
              />
            </PopoverMenu>
            <BulkButton label={text.done} sign="check" press={() => setConfirming(true)} />
          </>
        )}
        <BulkButton
          label={isSelecting ? text.selectNone : common.close}
          sign="cross"
          press={() => {
            bulk.dismiss();
            selection.keep([]);
          }}
        />
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={text.doneTitle(chats.length)}
          text={<p>{text.doneText}</p>}
          action={text.done}
          close={() => setConfirming(false)}
          run={async () => {
            setConfirming(false);
            await bulk.run({ kind: "done" }, chats);
          }}
        />
      )}
    </section>
  );
}

function BulkButton({
  label,
  sign,
  press,
}: {
  label: string;
  sign: "person" | "check" | "cross";
  press: () => void;
}): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={press}>
      {icon(sign, 16)}
    </button>
  );
}
