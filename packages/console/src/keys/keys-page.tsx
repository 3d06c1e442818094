import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Key, NewKey, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { useAgentNames } from "../inbox/agent-names.ts";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Needs, Page } from "../ui/page.tsx";
import { usePages } from "../ui/use-resource.ts";
import { CreateKeyDialog, NewKeyDialog } from "./key-dialogs.tsx";
import { KeyCard } from "./key-card.tsx";

/** The keys, and the sites that used each one. */
export function page(): JSX.Element {
  const { words } = useConsole();
  const { title } = words.keys;
  if (useMay("editor")) return <KeysPage title={title} />;
  return (
    <Page title={title}>
      <Needs role="editor">{null}</Needs>
    </Page>
  );
}

function KeysPage({ title }: { title: string }): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.keys;
  const names = useAgentNames();
  const { query } = navigation.location.value;
  const list = usePages<Key>(
    "keys",
    (page, signal) => api.get<ListPage<Key>>("keys", { ...page }, signal),
    200,
  );
  const [made, setMade] = useState<NewKey>();
  const [withRevoked, setWithRevoked] = useState(false);
  const isCreating = query.has("new");
  const isHidden = (key: Key): boolean =>
    key.revokedAt !== null && !withRevoked && key.id !== query.get("key");

  return (
    <Page
      title={title}
      actions={
        <a class="button primary" href={hrefOf("keys", { new: "1" })}>
          {icon("plus", 16)}
          {text.create}
        </a>
      }
    >
      <Loaded resource={list}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState
              sign="keys"
              title={text.emptyTitle}
              text={text.emptyText}
              action={
                <a class="button primary" href={hrefOf("keys", { new: "1" })}>
                  {text.create}
                </a>
              }
            />
          ) : (
            <>
              <div class="cards">
                {keys
                  .filter((key) => !isHidden(key))
                  .map((key) => (
                    <KeyCard
                      key={key.id}
                      item={key}
                      agent={names.get(key.agent) ?? key.agent}
                      isOpen={query.get("key") === key.id}
                      changed={list.reload}
                      made={setMade}
                    />
                  ))}
              </div>
              {keys.some(({ revokedAt }) => revokedAt !== null) && (
                <div class="more">
                  <button type="button" class="button quiet" onClick={() => setWithRevoked(!withRevoked)}>
                    {withRevoked ? text.hideRevoked : text.showRevoked}
                  </button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
      {isCreating && (
        <CreateKeyDialog
          close={() => navigation.go(hrefOf("keys"), "replace")}
          made={(key) => {
            navigation.go(hrefOf("keys"), "replace");
            setMade(key);
            list.reload();
          }}
        />
      )}
      {made && <NewKeyDialog made={made} close={() => setMade(undefined)} />}
    </Page>
  );
}
