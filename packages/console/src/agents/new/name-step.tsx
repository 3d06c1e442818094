import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AgentDraftItem, AgentItem, Page as ListPage } from "@servicechat/contract/admin";
import type { Api } from "../../api/create-api.ts";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { InputField } from "../../ui/form.tsx";
import { icon } from "../../ui/icon.tsx";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { Time } from "../../ui/time.tsx";
import { useResource } from "../../ui/use-resource.ts";
import { idFromName, idPattern, maxIdLength, nextId } from "./agent-id.ts";
import type { NamedAgent } from "./purpose-file.ts";
import { StepFrame, stepHref } from "./step-frame.tsx";
import { agentPath, readStored, type NewAgent } from "./use-new-agent.ts";

/** How many unfinished agents are offered. */
const maxUnfinished = 4;
/** Free ids are looked for this many times, then the person chooses one. */
const maxIdTries = 20;

/** Asks for the name, and makes an id from it. */
export function NameStep({ agent, name }: { agent: NewAgent | undefined; name: string }): JSX.Element {
  const { api, words, navigation } = useConsole();
  const text = words.newAgent;
  const [entered, setEntered] = useState<NamedAgent>({ id: agent?.id ?? "", name });
  const [hasOwnId, setOwnId] = useState(false);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isApplied = agent?.live !== undefined;

  async function goOn(): Promise<void> {
    const named = { id: entered.id, name: entered.name.trim().replaceAll(/\s+/g, " ") };
    const { fileWithName, renameAgent } = await import("./purpose-file.ts");
    if (agent?.id === named.id) {
      if (named.name !== name) agent.change((file) => renameAgent(file, named));
      return navigation.go(stepHref(agent.id, "purpose"));
    }
    const free = await freeId(api, named.id);
    if (free !== named.id) {
      setEntered({ ...named, id: free });
      setOwnId(true);
      return setFailure(text.idTaken(named.id));
    }
    const file = agent ? renameAgent(agent.file, named) : fileWithName(named);
    await api.send("PUT", `${agentPath(named.id)}/draft`, { body: { file } });
    if (agent) await api.send("DELETE", `${agentPath(agent.id)}/draft`).catch(() => undefined);
    navigation.go(stepHref(named.id, "purpose"));
  }

  return (
    <>
      <StepFrame title={text.nameTitle} lead={text.nameLead}>
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            setBusy(true);
            setFailure("");
            goOn()
              .catch((thrown: unknown) => {
                const problem = asProblem(thrown);
                const isElsewhere = problem.status === 404 || problem.code === "role_needed";
                setFailure(isElsewhere ? text.idNotYours : problemText(problem, words));
              })
              .finally(() => setBusy(false));
          }}
        >
          <InputField
            label={text.name}
            hint={text.nameHint}
            required
            autofocus
            autocomplete="off"
            maxLength={100}
            // A name of spaces alone is none.
            pattern=".*\S.*"
            value={entered.name}
            onText={(typed) =>
              setEntered({ name: typed, id: isApplied || hasOwnId ? entered.id : idFromName(typed) })
            }
          />
          <InputField
            label={text.id}
            hint={isApplied ? text.idFixed : text.idHint}
            required
            disabled={isApplied}
            maxLength={maxIdLength}
            pattern={idPattern}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="none"
            value={entered.id}
            onText={(typed) => {
              setOwnId(typed !== "");
              setEntered({ ...entered, id: typed });
            }}
          />
          {failure !== "" && (
            <p class="form-problem" role="alert">
              {failure}
            </p>
          )}
          <div class="guide-actions">
            <button type="submit" class="button primary" disabled={isBusy}>
              {isBusy ? text.working : text.next}
            </button>
          </div>
        </form>
      </StepFrame>
      {!agent && <Unfinished />}
    </>
  );
}

/** Agents that were begun, here or on another device: those that are only a draft, and those without a key. */
function Unfinished(): JSX.Element | null {
  const { api, words } = useConsole();
  const text = words.newAgent;
  const found = useResource("unfinished", (signal) => readUnfinished(api, signal));
  if (!found.value || found.value.length === 0) return null;
  return (
    <section class="guide-unfinished">
      <h2>{text.unfinished}</h2>
      <ul class="rows" role="list">
        {found.value.map(({ id, name, at }) => (
          <li key={id}>
            <a class="row" href={stepHref(id, "knowledge")}>
              <span class="entry-sign">{icon("agents", 16)}</span>
              <span class="row-main">
                <span class="row-title">{showHidden(name)}</span>
                <span class="row-detail">
                  <Time at={at} />
                </span>
              </span>
              {icon("forward", 16)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UnfinishedAgent {
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

async function readUnfinished(api: Api, signal: AbortSignal): Promise<readonly UnfinishedAgent[]> {
  const [drafts, agents] = await Promise.all([
    api.get<ListPage<AgentDraftItem>>("drafts", { limit: 200 }, signal).catch(() => ({ items: [] })),
    api.get<ListPage<AgentItem>>("agents", { limit: 200 }, signal),
  ]);
  return [
    ...drafts.items
      .filter(({ live }) => live === null)
      .map(({ agent, savedAt }) => ({ id: agent, name: agent, at: savedAt })),
    ...agents.items
      .filter(({ keys }) => keys === 0)
      .map(({ id, name, updatedAt }) => ({ id, name, at: updatedAt })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxUnfinished);
}

/** The first id of a row that neither an agent nor an own draft has. */
async function freeId(api: Api, wanted: string): Promise<string> {
  let id = wanted;
  for (let round = 0; round < maxIdTries; round += 1) {
    const { live, draft } = await readStored(api, id);
    if (!live && !draft) return id;
    id = nextId(id);
  }
  return id;
}
