import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { flagReasons, type Entry, type FlagReason, type ReplyFlag } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** Actions on a reply, and its flag. */
export function ReplyActions({
  chat,
  agent,
  entry,
  changed,
}: {
  chat: string;
  /** Whose tests a reply can become part of; `undefined`: none. */
  agent: string | undefined;
  entry: Extract<Entry, { type: "message" }>;
  /** Called after the reply was flagged or its flag removed. */
  changed: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.approvedAnswers.flags;
  const mayAct = useMay("responder");
  const mayTest = useMay("editor") && agent !== undefined && entry.by.kind === "agent";
  const [isFlagging, setFlagging] = useState(false);
  const { flag } = entry;
  const mayFlag = entry.by.kind === "agent" && entry.status !== "streaming";
  const takeBack = (): void => {
    api
      .send("DELETE", `chats/${encodeURIComponent(chat)}/flags/${encodeURIComponent(entry.id)}`)
      .then(() => {
        toast.value = text.takenBack;
        changed();
      })
      .catch((thrown: unknown) => {
        toast.value = problemText(asProblem(thrown), words);
      });
  };
  return (
    <>
      {flag && (
        <div class="reply-flag">
          <p>
            <span class="badge bad">{text.reasons[flag.reason]}</span>{" "}
            <span class="muted">{flag.by === null ? text.flagged : text.flaggedBy(showHidden(flag.by))}</span>
          </p>
          {flag.right !== null && (
            <p dir="auto">
              {text.right}: {showHidden(flag.right)}
            </p>
          )}
        </div>
      )}
      {mayAct && (
        <p class="reply-actions">
          <a class="button small" href={hrefOf("answers/new", { chat, message: entry.id })}>
            {icon("answers", 15)}
            {words.approvedAnswers.writeHere}
          </a>
          {mayTest && (
            <a
              class="button small"
              href={hrefOf(`tests/${encodeURIComponent(agent)}`, { chat, message: entry.id })}
            >
              {icon("tests", 15)}
              {words.agentTests.makeHere}
            </a>
          )}
          {mayFlag && (
            <button type="button" class="button small" onClick={() => setFlagging(true)}>
              {icon("alert", 15)}
              {flag ? text.change : text.flag}
            </button>
          )}
          {flag && (
            <button type="button" class="button small" onClick={takeBack}>
              {text.takeBack}
            </button>
          )}
        </p>
      )}
      {isFlagging && (
        <FlagDialog
          chat={chat}
          message={entry.id}
          flag={flag}
          close={() => setFlagging(false)}
          flagged={() => {
            setFlagging(false);
            toast.value = text.saved;
            changed();
          }}
        />
      )}
    </>
  );
}

/** A form that says what is wrong with a reply, and what would have been right. */
function FlagDialog({
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
