import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MailState, Tested } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { InputField } from "../ui/form.tsx";
import { EmptyState, Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { TestButton } from "./test-button.tsx";

/** The mail server, and how sending works. */
export function MailSection(): JSX.Element {
  const { api, words } = useConsole();
  const text = words.notifications;
  const state = useResource("mail", (signal) => api.get<MailState>("mail", {}, signal));
  return (
    <Loaded resource={state}>
      {(mail) =>
        mail.server === null ? (
          <EmptyState sign="send" title={text.noServer} text={text.noServerText} />
        ) : (
          <>
            <Server mail={mail} />
            <TryMail sent={state.reload} />
          </>
        )
      }
    </Loaded>
  );
}

function Server({ mail }: { mail: MailState }): JSX.Element {
  const { words } = useConsole();
  const text = words.notifications;
  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.serverTitle}</h2>
      </div>
      <p class="section-text">{text.serverText}</p>
      <dl class="mail-state">
        <dt>{text.server}</dt>
        <dd>
          {showHidden(mail.server ?? "")}
          {mail.security && `, ${text.security[mail.security]}`}
        </dd>
        <dt>{text.from}</dt>
        <dd>{showHidden(mail.from ?? "")}</dd>
        <dt>{text.lastSent}</dt>
        <dd>{mail.lastSentAt === null ? text.never : <Time at={mail.lastSentAt} />}</dd>
        <dt>{text.lastFailed}</dt>
        <dd>
          {mail.lastFailed === null ? (
            text.never
          ) : (
            <>
              <Time at={mail.lastFailed.at} /> ({showHidden(mail.lastFailed.reason)})
            </>
          )}
        </dd>
      </dl>
    </section>
  );
}

function TryMail({ sent }: { sent: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.notifications;
  const [to, setTo] = useState("");
  return (
    <section class="section try-mail">
      <div class="section-head">
        <h2>{text.testTitle}</h2>
      </div>
      <InputField
        label={text.testTo}
        type="email"
        autocomplete="email"
        maxLength={254}
        value={to}
        onText={setTo}
      />
      <TestButton
        label={text.test}
        disabled={to.trim() === ""}
        run={async () => {
          const tested = await api.send<Tested>("POST", "mail/test", { body: { to: to.trim() } });
          sent();
          return tested;
        }}
      />
    </section>
  );
}
