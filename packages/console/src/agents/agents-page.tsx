import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { AgentItem, AppliedAgent, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import type { RouteProps } from "../app/pages.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, InputField } from "../ui/form.tsx";
import { icon } from "../ui/icon.tsx";
import { EmptyState, Loaded, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages } from "../ui/use-resource.ts";
import { AgentPage } from "./agent-page.tsx";

/** The agents, or one of them. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id, tab = "file"] = rest;
  return id ? <AgentPage key={id} id={id} tab={tab} /> : <AgentsPage />;
}

/** All agents. */
export function AgentsPage(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.agents;
  const mayEdit = useMay("editor");
  const list = usePages<AgentItem>("agents", (page, signal) =>
    api.get<ListPage<AgentItem>>("agents", { ...page }, signal),
  );
  const isCreating = mayEdit && navigation.location.value.query.has("new");
  const create = mayEdit && (
    <a class="button primary" href={hrefOf("agents", { new: "1" })}>
      {icon("plus", 16)}
      {text.create}
    </a>
  );
  return (
    <Page title={text.title} command="servicechat agent list" actions={create}>
      <Loaded resource={list}>
        {(agents) =>
          agents.length === 0 ? (
            <EmptyState sign="agents" title={text.emptyTitle} text={text.emptyText} action={create} />
          ) : (
            <ul class="rows" role="list">
              {agents.map(({ id, name, version, keys, updatedAt }) => (
                <li key={id}>
                  <a class="row" href={hrefOf(`agents/${encodeURIComponent(id)}/file`)}>
                    <span class="entry-sign">{icon("agents", 16)}</span>
                    <span class="row-main">
                      <span class="row-title">{showHidden(name)}</span>
                      <span class="row-detail">
                        {showHidden(id)} · {text.version(version)} · {text.keys(keys)} · {text.updated}{" "}
                        <Time at={updatedAt} />
                      </span>
                    </span>
                    {icon("forward", 16)}
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateAgentDialog />}
    </Page>
  );
}

function CreateAgentDialog(): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.agents;
  const values = useRef({ id: "", name: "" }).current;
  const close = (): void => navigation.go(hrefOf("agents"), "replace");
  return (
    <Dialog title={text.create} close={close}>
      <Form
        submit={async () => {
          const path = `agents/${encodeURIComponent(values.id)}`;
          const file = firstFile(values.id, values.name);
          await api.send<AppliedAgent>("PUT", path, { body: { file }, isNew: true });
          navigation.go(hrefOf(`${path}/file`), "replace");
        }}
        action={text.createAction}
        cancel={close}
      >
        <InputField
          label={text.createName}
          required
          maxLength={100}
          onText={(entered) => {
            values.name = entered;
          }}
        />
        <InputField
          label={text.createId}
          hint={text.createIdHint}
          required
          maxLength={64}
          pattern="[a-z0-9][a-z0-9\-]*"
          spellcheck={false}
          onText={(entered) => {
            values.id = entered;
          }}
        />
      </Form>
    </Dialog>
  );
}

/** A file that works without any model's key, so that everything can be tried before there is one. */
function firstFile(id: string, name: string): string {
  return `id: ${id}
name: ${JSON.stringify(name)}
welcomeMessage: ${JSON.stringify(`Hello! I am ${name}. How can I help?`)}
# Answers from the knowledge alone, word for word. A language model is named here later.
model:
  provider: extractive
knowledge: []
`;
}
