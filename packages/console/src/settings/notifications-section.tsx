import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Notifications, Tested } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Form } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { Loaded } from "../ui/page.tsx";
import { useResource } from "../ui/use-resource.ts";
import { PushDevices } from "./push-devices.tsx";
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
