import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ApiToken, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { roleBody, RoleFields, type RoleValues } from "./access-fields.tsx";

/** The tokens of the API. */
export function TokensSection(): JSX.Element {
  const { api, words } = useConsole();
  const { settings, vocabulary } = words;
  const text = settings.tokens;
  const list = usePages<ApiToken>("tokens", (page, signal) =>
    api.get<Page<ApiToken>>("tokens", { ...page }, signal),
  );
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState("");
  const [revoking, setRevoking] = useState<ApiToken>();
  const isOver = (token: ApiToken): boolean => Date.parse(token.expiresAt) <= Date.now();

  const add = (
    <button type="button" class="button primary" onClick={() => setCreating(true)}>
      {icon("plus", 16)}
      {text.create}
    </button>
  );
  return (
    <section>
      <div class="section-head">
        <h2>{settings.sections.tokens}</h2>
        {add}
      </div>
      <Loaded resource={list}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState sign="keys" title={text.emptyTitle} text={text.emptyText} action={add} />
          ) : (
            <ul class="rows" role="list">
              {tokens.map((token) => (
                <li key={token.id} class="row">
                  <div class="row-main">
                    <span class="row-title">
                      {showHidden(token.name)}
                      {token.revokedAt !== null ? (
                        <span class="badge bad">{text.revoked}</span>
                      ) : (
                        isOver(token) && <span class="badge warn">{text.expired}</span>
                      )}
                    </span>
                    <span class="row-detail">
                      {vocabulary.roles[token.role]} · {text.expires} <Time at={token.expiresAt} />
                      {token.lastUsedAt !== null && (
                        <>
                          {" · "}
                          {text.lastUsed} <Time at={token.lastUsedAt} />
                        </>
                      )}
                    </span>
                  </div>
                  {token.revokedAt === null && (
                    <button type="button" class="button small" onClick={() => setRevoking(token)}>
                      {text.revoke}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && (
        <CreateTokenDialog
          close={() => setCreating(false)}
          made={(token) => {
            setCreating(false);
            setMade(token);
            list.reload();
          }}
        />
      )}
      {made !== "" && (
        <Dialog title={text.made} close={() => setMade("")}>
          <p class="dialog-text">{text.madeText}</p>
          <CopyField text={made} label={text.token} />
        </Dialog>
      )}
      {revoking && (
        <ConfirmDialog
          title={text.revokeTitle}
          text={<p>{text.revokeText}</p>}
          action={text.revoke}
          close={() => setRevoking(undefined)}
          run={async () => {
            await api.send("DELETE", `tokens/${encodeURIComponent(revoking.id)}`);
            list.reload();
          }}
        />
      )}
    </section>
  );
}

function CreateTokenDialog({
  close,
  made,
}: {
  close: () => void;
  made: (token: string) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.settings.tokens;
  const values = useRef({ name: "", days: 90 }).current;
  const [role, setRole] = useState<RoleValues>({ role: "viewer", agents: [] });
  return (
    <Dialog title={text.create} close={close}>
      <Form
        submit={async () => {
          const body = { ...values, ...roleBody(role) };
          made((await api.send<ApiToken & { token: string }>("POST", "tokens", { body })).token);
        }}
        action={text.createAction}
        cancel={close}
      >
        <InputField
          label={text.name}
          hint={text.nameHint}
          required
          maxLength={100}
          onText={(entered) => {
            values.name = entered;
          }}
        />
        <RoleFields values={role} change={setRole} />
        <InputField
          label={text.days}
          type="number"
          min={1}
          max={3_650}
          defaultValue="90"
          onText={(entered) => {
            values.days = Number(entered);
          }}
        />
      </Form>
    </Dialog>
  );
}
