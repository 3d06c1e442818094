import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { flagReasons, type FlagReason, type ReplyFlag } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form } from "../ui/form.tsx";

/** A form that says what is wrong with a reply, and what would have been right. */
export function FlagDialog({
  chat,
  message,
  flag,
  close,
  flagged,
}: {
  chat: string;
  message: string;
  /** Its current flag. */
  flag: ReplyFlag | undefined;
  close: () => void;
  flagged: () => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.approvedAnswers.flags;
  const [reason, setReason] = useState<FlagReason>(flag?.reason ?? "incorrect");
  const [right, setRight] = useState(flag?.right ?? "");
  return (
    <Dialog title={text.title} close={close}>
      <Form
        submit={async () => {
          const body = { message, reason, right: right.trim() || null };
          await api.send("POST", `chats/${encodeURIComponent(chat)}/flags`, { body });
          flagged();
        }}
        action={text.action}
        cancel={close}
      >
        <Field label={text.reason}>
          {(tied) => (
            <select
              {...tied}
              value={reason}
              onChange={({ currentTarget }) => {
                const chosen = flagReasons.find((each) => each === currentTarget.value);
                if (chosen) setReason(chosen);
              }}
            >
              {flagReasons.map((each) => (
                <option key={each} value={each}>
                  {text.reasons[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.right} hint={text.rightHint} optional>
          {(tied) => (
            <textarea
              {...tied}
              rows={5}
              dir="auto"
              maxLength={8_000}
              value={right}
              onInput={({ currentTarget }) => setRight(currentTarget.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
