import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Operator, Page, SignInLink } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useAgentNames } from "../inbox/agent-names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { agentList } from "../ui/agent-list.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { exact, Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { roleBody, RoleFields, type RoleValues } from "./access-fields.tsx";

/** The people who use the console, and their roles. */
export function PeopleSection(): JSX.Element {
  const { api, words, me, toast } = useConsole();
  const { vocabulary, settings } = words;
  const text = settings.people;
  const list = usePages<Operator>("operators", (page, signal) =>
    api.get<Page<Operator>>("operators", { ...page }, signal),
  );
  const [dialog, setDialog] = useState<"invite" | { change: Operator } | { remove: Operator }>();
  const [link, setLink] = useState<SignInLink>();
  const names = useAgentNames();
  const close = (): void => setDialog(undefined);
  const pathOf = (person: Operator): string => `operators/${encodeURIComponent(person.id)}`;

  return (
    <section>
      <div class="section-head">
        <h2>{settings.sections.people}</h2>
        <button type="button" class="button primary" onClick={() => setDialog("invite")}>
          {icon("plus", 16)}
          {text.invite}
        </button>
      </div>
      <Loaded resource={list}>
        {(people) => (
          <ul class="rows" role="list">
            {people.map((person) => (
              <li key={person.id} class="row">
                <Avatar name={person.name} operator={person.id} />
                <div class="row-main">
                  <span class="row-title">
                    {showHidden(person.name)}
                    {person.id === me.value?.id && <span class="badge brand">{text.you}</span>}
                    {person.state === "invited" && <span class="badge warn">{text.invited}</span>}
                  </span>
                  <span class="row-detail">
                    {vocabulary.roles[person.role]} ·{" "}
                    {person.agents ? agentList(person.agents, names) : text.allAgents}
                    {person.lastSeenAt !== null && (
                      <>
                        {" · "}
                        {text.lastSeen} <Time at={person.lastSeenAt} />
                      </>
                    )}
                  </span>
                </div>
                <div class="row-actions">
                  <button
                    type="button"
                    class="button small"
                    onClick={() =>
                      void api
                        .send<SignInLink>("POST", `${pathOf(person)}/link`)
                        .then(setLink)
                        .catch((thrown: unknown) => {
                          toast.value = problemText(asProblem(thrown), words);
                        })
                    }
                  >
                    {text.newLink}
                  </button>
                  <button type="button" class="button small" onClick={() => setDialog({ change: person })}>
                    {text.change}
                  </button>
                  <button type="button" class="button small" onClick={() => setDialog({ remove: person })}>
                    {text.remove}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {dialog === "invite" && (
        <PersonDialog
          close={close}
          done={(made) => {
            close();
            setLink(made);
            list.reload();
          }}
        />
      )}
      {typeof dialog === "object" && "change" in dialog && (
        <PersonDialog
          person={dialog.change}
          close={close}
          done={() => {
            toast.value = text.changed;
            close();
            list.reload();
          }}
        />
      )}
      {typeof dialog === "object" && "remove" in dialog && (
        <ConfirmDialog
          title={text.removeTitle(showHidden(dialog.remove.name))}
          text={<p>{text.removeText}</p>}
          action={text.remove}
          close={close}
          run={async () => {
            await api.send("DELETE", pathOf(dialog.remove));
            toast.value = text.removed;
            list.reload();
          }}
        />
      )}
      {link && (
        <Dialog title={text.linkTitle} close={() => setLink(undefined)}>
          <p class="dialog-text">{text.linkText(exact(new Date(link.expiresAt), words.lang))}</p>
          <CopyField text={link.url} label={text.link} />
        </Dialog>
      )}
    </section>
  );
}

/** Invites somebody, or changes their role. */
function PersonDialog({
  person,
  close,
  done,
}: {
  person?: Operator;
  close: () => void;
  done: (link: SignInLink | undefined) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.people;
  const name = useRef(person?.name ?? "");
  const [values, setValues] = useState<RoleValues>({
    role: person?.role ?? "responder",
    agents: person?.agents ?? [],
  });
  return (
    <Dialog title={person ? text.changeTitle(showHidden(person.name)) : text.inviteTitle} close={close}>
      <Form
        submit={async () => {
          const body = { name: name.current, ...roleBody(values) };
          if (person) {
            const path = `operators/${encodeURIComponent(person.id)}`;
            await api.send("PATCH", path, { body, revision: person.revision });
            done(undefined);
          } else done((await api.send<Operator & { link: SignInLink }>("POST", "operators", { body })).link);
        }}
        action={person ? words.common.save : text.inviteAction}
        cancel={close}
      >
        <InputField
          label={text.name}
          hint={text.nameHint}
          required
          maxLength={100}
          defaultValue={name.current}
          onText={(entered) => {
            name.current = entered;
          }}
        />
        <RoleFields values={values} change={setValues} />
      </Form>
    </Dialog>
  );
}
