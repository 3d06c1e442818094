import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Notifications, Tested } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { readPushState, takePending, turnOffPush, turnOnPush, type PushState } from "../app/push.ts";
import { Form, InputField } from "../ui/form.tsx";
import { Loaded, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { TestButton } from "./test-button.tsx";

/** How the person who is signed in is notified of waiting visitors. */
export function NotificationsSection(): JSX.Element {
  const { api } = useConsole();
  const settings = useResource("notifications", (signal) =>
    api.get<Notifications>("me/notifications", {}, signal),
  );
  return (
    <>
      <Sound />
      <Loaded resource={settings}>
        {(value) => (
          <>
            <PushDevices push={value.push} changed={settings.reload} />
            <MailAlerts mail={value.mail} changed={settings.reload} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Sound(): JSX.Element {
  const { words, playChime, preferences } = useConsole();
  const text = words.notifications;
  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.soundTitle}</h2>
      </div>
      <p class="section-text">{text.soundText}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={preferences.sound.value}
          onChange={({ currentTarget }) => {
            preferences.sound.value = currentTarget.checked;
          }}
        />
        {words.inbox.sound}
      </label>
      <div class="test-button">
        <button type="button" class="button" onClick={playChime}>
          {text.soundTest}
        </button>
      </div>
    </section>
  );
}

function MailAlerts({ mail, changed }: { mail: Notifications["mail"]; changed: () => void }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.notifications;
  const [address, setAddress] = useState(mail.address ?? "");
  const [enabled, setEnabled] = useState(mail.enabled);
  const isSaved = address.trim() === (mail.address ?? "");
  return (
    <section class="section mail-alerts">
      <div class="section-head">
        <h2>{text.mailTitle}</h2>
      </div>
      <p class="section-text">{mail.available ? text.mailText : text.mailOff}</p>
      <Form
        action={words.common.save}
        submit={async () => {
          const body = { enabled, address: address.trim() === "" ? null : address.trim() };
          await api.send("PUT", "me/notifications/mail", { body });
          toast.value = words.common.saved;
          changed();
        }}
      >
        <label class="check">
          <input
            type="checkbox"
            checked={enabled}
            onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
          />
          {text.mailWanted}
        </label>
        <InputField
          label={text.address}
          hint={text.addressHint}
          type="email"
          autocomplete="email"
          required={enabled}
          maxLength={254}
          value={address}
          onText={setAddress}
        />
      </Form>
      <TestButton
        label={text.test}
        disabled={!mail.available || !isSaved || mail.address === null}
        run={() => api.send<Tested>("POST", "me/notifications/mail/test", { body: {} })}
      />
    </section>
  );
}

/** The browsers in which the person who is signed in receives push messages. */
function PushDevices({ push, changed }: { push: Notifications["push"]; changed: () => void }): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const text = words.notifications;
  const [own, setOwn] = useState<{ readonly state: PushState; readonly id?: string }>();
  const run = (work: () => Promise<unknown>): void => {
    work().then(changed, (thrown: unknown) => {
      const problem = asProblem(thrown);
      toast.value = problem.status === 0 ? text.pushFailed : problemText(problem, words);
    });
  };
  const turnOn = (): void => run(() => turnOnPush(api, { key: push.key, person: me.value?.id ?? "" }));
  const remove = (id: string): void =>
    run(async () => {
      if (id === own?.id) await turnOffPush();
      await api.send("DELETE", `me/push/${encodeURIComponent(id)}`);
    });
  useEffect(() => {
    readPushState(push.devices).then(setOwn, () => setOwn({ state: "unsupported" }));
  }, [push]);
  useEffect(() => {
    if (takePending()) turnOn();
  }, []);
  return (
    <section class="section push-devices">
      <div class="section-head">
        <h2>{text.pushTitle}</h2>
        {own?.state === "off" && (
          <button type="button" class="button" onClick={turnOn}>
            {text.pushOn}
          </button>
        )}
      </div>
      <p class="section-text">{text.pushText}</p>
      {own && (own.state === "unsupported" || own.state === "blocked") && (
        <p class="section-text push-hint">{text.pushStates[own.state]}</p>
      )}
      {push.devices.length > 0 && (
        <ul class="rows" role="list">
          {push.devices.map(({ id, browser, createdAt, lastAt }) => (
            <li key={id} class="row">
              <div class="row-main">
                <span class="row-title">
                  {browser === "" ? words.settings.signIn.unknownBrowser : showHidden(browser)}
                  {id === own?.id && <span class="badge">{words.settings.signIn.thisOne}</span>}
                </span>
                <span class="row-detail">
                  <Time at={createdAt} />
                  {lastAt !== null && (
                    <>
                      {" · "}
                      {text.pushLast} <Time at={lastAt} />
                    </>
                  )}
                </span>
              </div>
              <div class="row-actions">
                <TestButton
                  label={text.pushTest}
                  run={() => api.send<Tested>("POST", `me/push/${encodeURIComponent(id)}/test`, { body: {} })}
                />
                <button type="button" class="button" onClick={() => remove(id)}>
                  {text.pushOff}
                  <span class="unseen"> {showHidden(browser)}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
