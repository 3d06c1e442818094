import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Gap, GapState as State, GapVariant, GapWithVariants } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Marks } from "../chats/marks.tsx";
import { useAgentNames } from "../inbox/agent-names.ts";
import { agentList } from "../ui/agent-list.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, Page, problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource, type Resource } from "../ui/use-resource.ts";

/** One gap: its wordings and chats, and the closest passage. */
export function GapPage({ id }: { id: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.gaps;
  const mayWrite = useMay("responder");
  const mayTest = useMay("editor");
  const gap = useResource<GapWithVariants>(id, (signal) =>
    api.get(`gaps/${encodeURIComponent(id)}`, {}, signal),
  );
  return (
    <Page
      title={gap.value ? showHidden(gap.value.question) : text.title}
      back={{ href: hrefOf("gaps"), label: text.backToList }}
      actions={
        gap.value && (
          <>
            {mayWrite && (
              <a class="button primary" href={hrefOf("answers/new", { gap: id })}>
                {icon("answers", 16)}
                {words.approvedAnswers.write}
              </a>
            )}
            {mayTest && (
              <a class="button" href={hrefOf(`tests/${encodeURIComponent(gap.value.agent)}`, { gap: id })}>
                {icon("tests", 16)}
                {words.agentTests.makeHere}
              </a>
            )}
            <GapMove gap={gap.value} changed={gap.reload} />
          </>
        )
      }
    >
      <Loaded resource={gap}>{(value) => <GapView gap={value} />}</Loaded>
    </Page>
  );
}

/** Dismisses the gap, or reopens it. */
function GapMove({ gap, changed }: { gap: Gap; changed: Resource<unknown>["reload"] }): JSX.Element | null {
  const { api, words, toast } = useConsole();
  const [isMoving, setMoving] = useState(false);
  const mayMove = useMay("responder");
  const isAside = gap.state === "dismissed" || gap.state === "closed";
  if (!mayMove) return null;
  const move = (): void => {
    setMoving(true);
    api
      .send("POST", `gaps/${encodeURIComponent(gap.id)}/${isAside ? "reopen" : "dismiss"}`, { body: {} })
      .then(() => {
        toast.value = isAside ? words.gaps.reopened : words.gaps.dismissed;
        changed();
      })
      .catch((thrown: unknown) => {
        toast.value = problemText(asProblem(thrown), words);
      })
      .finally(() => setMoving(false));
  };
  return (
    <button type="button" class="button" disabled={isMoving} onClick={move}>
      {isAside ? words.gaps.reopen : words.gaps.dismiss}
    </button>
  );
}

function GapView({ gap }: { gap: GapWithVariants }): JSX.Element {
  const { words } = useConsole();
  const text = words.gaps;
  const names = useAgentNames();
  return (
    <>
      <p class="gap-head">
        <GapState state={gap.state} />
        <Marks marks={gap.marks} />
        <span>
          {text.chats(gap.chats)} · <Time at={gap.lastAt} /> · {agentList([gap.agent], names)}
        </span>
      </p>
      {gap.closedBy && <p>{gap.closedBy === "sync" ? text.closedBySync : text.closedByAnswer}</p>}
      {gap.state === "dismissed" && gap.changedBy !== null && (
        <p>{text.dismissedBy(showHidden(gap.changedBy))}</p>
      )}
      <section>
        <h2>{text.variants}</h2>
        <ul class="rows" role="list">
          {gap.variants.map((variant) => (
            <Variant key={variant.question} variant={variant} />
          ))}
        </ul>
      </section>
      <section>
        <h2>{text.nearest}</h2>
        <Nearest gap={gap} />
      </section>
    </>
  );
}

function Variant({ variant }: { variant: GapVariant }): JSX.Element {
  const { words } = useConsole();
  const [newest] = variant.asked;
  return (
    <li>
      <a
        class="row"
        href={newest ? hrefOf(`chats/${encodeURIComponent(newest.chat)}`) : hrefOf("chats")}
        title={words.gaps.openChat}
      >
        <span class="row-main">
          <span class="row-title">{showHidden(variant.question)}</span>
          <span class="row-detail">
            {words.gaps.times(variant.times)} · <Time at={variant.lastAt} />
          </span>
        </span>
      </a>
    </li>
  );
}

function Nearest({ gap: { nearest } }: { gap: Gap }): JSX.Element {
  const { words } = useConsole();
  const text = words.gaps;
  if (!nearest) return <p>{text.noPassage}</p>;
  const score = new Intl.NumberFormat(words.lang, { style: "percent" }).format(nearest.score);
  return (
    <>
      <p>
        <strong>{showHidden(nearest.title)}</strong> · {text.nearestText(score)}
      </p>
      {nearest.url !== null && <p class="row-detail">{showHidden(nearest.url)}</p>}
      <blockquote class="gap-passage">
        <ForeignText text={nearest.text} />
      </blockquote>
    </>
  );
}

const stateTones: Readonly<Record<State, string>> = {
  open: "warn",
  reopened: "bad",
  answered: "brand",
  closed: "good",
  dismissed: "",
};

/** The state of a gap. */
export function GapState({ state }: { state: State }): JSX.Element {
  const { words } = useConsole();
  return <span class={`badge ${stateTones[state]}`}>{words.gaps.states[state]}</span>;
}
