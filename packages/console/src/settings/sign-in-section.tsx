import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConsoleSession, Me, Page, Passkey } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { PasswordForm } from "../sign-in/password-form.tsx";
import { canUsePasskeys, createPasskey } from "../sign-in/passkeys.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { ShownName } from "./shown-name.tsx";

/** How the person who is signed in can sign in, and where they are signed in. */
export function SignInSection(): JSX.Element {
  const { me } = useConsole();
  return (
    <>
      {me.value?.kind === "operator" && <ShownName />}
      <Passkeys />
      <Password />
      <Sessions />
    </>
  );
}

function Passkeys(): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const text = words.settings.signIn;
  const list = usePages<Passkey>("passkeys", (page, signal) =>
    api.get<Page<Passkey>>("me/passkeys", { ...page }, signal),
  );
  const [removing, setRemoving] = useState<Passkey>();
  const [renaming, setRenaming] = useState<Passkey>();
  function count(more: 1 | -1): void {
    if (me.value) me.value = { ...me.value, passkeys: me.value.passkeys + more };
  }
  function add(): void {
    createPasskey(api)
      .then(() => {
        toast.value = words.signIn.passkeyCreated;
        count(1);
        list.reload();
      })
      .catch((thrown: unknown) => {
        const problem = asProblem(thrown);
        toast.value = problem.status === 0 ? words.signIn.passkeyFailed : problemText(problem, words);
      });
  }
  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.passkeys}</h2>
        {canUsePasskeys() && (
          <button type="button" class="button" onClick={add}>
            {icon("passkey", 16)}
            {text.addPasskey}
          </button>
        )}
      </div>
      <p class="section-text">{canUsePasskeys() ? text.passkeysText : words.signIn.passkeyUnavailable}</p>
      <Loaded resource={list}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p class="muted">{text.noPasskeys}</p>
          ) : (
            <ul class="rows" role="list">
              {passkeys.map((passkey) => (
                <li key={passkey.id} class="row">
                  {icon("passkey")}
                  <div class="row-main">
                    <span class="row-title">{showHidden(passkey.name)}</span>
                    <span class="row-detail">
                      {passkey.lastUsedAt === null ? (
                        text.unused
                      ) : (
                        <>
                          {text.used} <Time at={passkey.lastUsedAt} />
                        </>
                      )}
                    </span>
                  </div>
                  <button type="button" class="button small" onClick={() => setRenaming(passkey)}>
                    {text.rename}
                  </button>
                  <button type="button" class="button small" onClick={() => setRemoving(passkey)}>
                    {text.remove}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {renaming && (
        <RenamePasskey
          passkey={renaming}
          close={() => setRenaming(undefined)}
          done={() => {
            setRenaming(undefined);
            list.reload();
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={text.removePasskeyTitle}
          text={<p>{text.removePasskeyText}</p>}
          action={text.remove}
          close={() => setRemoving(undefined)}
          run={async () => {
            await api.send("DELETE", `me/passkeys/${encodeURIComponent(removing.id)}`);
            count(-1);
            list.reload();
          }}
        />
      )}
    </section>
  );
}

function RenamePasskey({
  passkey,
  close,
  done,
}: {
  passkey: Passkey;
  close: () => void;
  done: () => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.signIn;
  const [name, setName] = useState(passkey.name);
  return (
    <Dialog title={text.renamePasskeyTitle} close={close}>
      <Form
        action={words.common.save}
        cancel={close}
        submit={async () => {
          await api.send("PATCH", `me/passkeys/${encodeURIComponent(passkey.id)}`, {
            body: { name },
            revision: passkey.revision,
          });
          done();
        }}
      >
        <InputField
          label={text.passkeyName}
          hint={text.passkeyNameHint}
          value={name}
          required
          maxLength={100}
          onText={setName}
        />
      </Form>
    </Dialog>
  );
}

function Password(): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const text = words.settings.signIn;
  const [isOpen, setOpen] = useState(false);
  const hasPassword = me.value?.password ?? false;
  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.password}</h2>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {words.settings.people.change}
        </button>
      </div>
      <p class="section-text">{hasPassword ? text.passwordSet : text.passwordNone}</p>
      {isOpen && (
        <Dialog title={text.password} close={() => setOpen(false)}>
          <PasswordForm
            hasPassword={hasPassword}
            done={() => {
              setOpen(false);
              toast.value = words.signIn.passwordSet;
              void api
                .get<Me>("me")
                .then((now) => {
                  me.value = now;
                })
                .catch(() => undefined);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

function Sessions(): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.settings.signIn;
  const list = usePages<ConsoleSession>("sessions", (page, signal) =>
    api.get<Page<ConsoleSession>>("me/sessions", { ...page }, signal),
  );
  function end({ id }: ConsoleSession): void {
    api
      .send("DELETE", `me/sessions/${encodeURIComponent(id)}`)
      .catch((thrown: unknown) => {
        toast.value = problemText(asProblem(thrown), words);
      })
      .finally(list.reload);
  }
  return (
    <section class="section">
      <div class="section-head">
        <h2>{text.sessions}</h2>
      </div>
      <Loaded resource={list}>
        {(sessions) => (
          <ul class="rows" role="list">
            {sessions.map((session) => (
              <li key={session.id} class="row">
                {icon("globe")}
                <div class="row-main">
                  <span class="row-title">
                    {showHidden(session.browser) || text.unknownBrowser}
                    {session.current && <span class="badge good">{text.thisOne}</span>}
                  </span>
                  <span class="row-detail">
                    {text.active} <Time at={session.lastSeenAt} />
                  </span>
                </div>
                {!session.current && (
                  <button type="button" class="button small" onClick={() => end(session)}>
                    {text.end}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
