import type { ComponentChildren, JSX } from "preact";
import type { AuditEntry } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { icon, type IconName } from "../../ui/icon.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { exact } from "../../ui/time.tsx";
import { auditSentence, pageOf } from "./sentence.ts";

/** One action: a sentence and the time, and below it the codes and ids that programs know it by. */
export function AuditLine({ entry }: { entry: AuditEntry }): JSX.Element {
  const { words } = useConsole();
  const { who, at } = entry;
  const date = new Date(at);
  const sign = signs[who.kind];
  return (
    <li>
      <details class="audit-line">
        <summary>
          {sign ? (
            <span class="audit-sign">{icon(sign, 17)}</span>
          ) : (
            <Avatar name={who.name} operator={who.id} isSmall />
          )}
          <span class="audit-sentence">
            {auditSentence(entry, words).map(({ text, isName }, index) =>
              isName ? (
                <b key={index}>
                  <bdi>{showHidden(text)}</bdi>
                </b>
              ) : (
                text
              ),
            )}
          </span>
          <time dateTime={at}>
            {new Intl.DateTimeFormat(words.lang, { timeStyle: "short" }).format(date)}
          </time>
          {icon("chevron", 16)}
        </summary>
        <Codes entry={entry} />
      </details>
    </li>
  );
}

/** Actors without a face. */
const signs: Partial<Record<AuditEntry["who"]["kind"], IconName>> = {
  token: "keys",
  command_line: "tool",
  system: "settings",
};

function Codes({ entry }: { entry: AuditEntry }): JSX.Element {
  const { words } = useConsole();
  const text = words.audit;
  const { at, who, what, on, details, address } = entry;
  const page = pageOf(entry);
  return (
    <dl class="audit-codes">
      <Code label={text.action} code={what} />
      <Code label={text.when}>
        <time dateTime={at}>{exact(new Date(at), words.lang)}</time>
      </Code>
      {who.id !== undefined && <Code label={text.by} code={who.id} name={who.name} />}
      {on && (
        <Code label={text.on} code={on.id} name={on.name ?? on.kind}>
          {page !== undefined && (
            <a class="button small" href={hrefOf(page)}>
              {text.open}
            </a>
          )}
        </Code>
      )}
      {details.length > 0 && (
        <Code label={text.more}>
          <span>{showHidden(details.join(", "))}</span>
        </Code>
      )}
      {address !== null && (
        <Code label={text.from} code={address}>
          <small>{text.fromHint}</small>
        </Code>
      )}
    </dl>
  );
}

function Code({
  label,
  name,
  code,
  children,
}: {
  label: string;
  name?: string | undefined;
  code?: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {name !== undefined && name !== code && <span>{showHidden(name)}</span>}
        {code !== undefined && (
          <>
            <code>{showHidden(code)}</code>
            <CopyButton text={code} />
          </>
        )}
        {children}
      </dd>
    </div>
  );
}
