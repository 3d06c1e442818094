import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type {
  AgentItem,
  ApprovedAnswer,
  Entry,
  GapWithVariants,
  Page as ListPage,
} from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { readTranscript } from "../chats/read-transcript.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, Page } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { AnswerEditor } from "./answer-editor.tsx";

/** The initial content of a new answer. */
interface Beginning {
  readonly agents: readonly string[];
  readonly questions: readonly string[];
  readonly text?: string;
}

/**
 * A new answer. With a gap in the URL, it starts with the gap's wordings; with a chat and a reply, with the question
 * there.
 */
export function NewAnswerPage(): JSX.Element {
  const { api, words, navigation, toast } = useConsole();
  const text = words.approvedAnswers;
  const { query } = navigation.location.value;
  const [gap, chat, message, agent] = ["gap", "chat", "message", "agent"].map((name) => query.get(name));
  const beginning = useResource<Beginning>(query.toString(), async (signal) => {
    if (gap) {
      const read = await api.get<GapWithVariants>(`gaps/${encodeURIComponent(gap)}`, {}, signal);
      const wordings = read.variants.map(({ question }) => question);
      return { agents: [read.agent], questions: [...new Set([read.question, ...wordings])] };
    }
    if (chat) {
      const read = await readTranscript(api, chat, signal);
      return { agents: [read.chat.agent], ...questionAndAnswer(read.entries, message ?? "") };
    }
    if (agent) return { agents: [agent], questions: [] };
    const { items } = await api.get<ListPage<AgentItem>>("agents", { limit: 200 }, signal);
    return { agents: items.map(({ id }) => id), questions: [] };
  });
  const back = gap
    ? { href: hrefOf(`gaps/${encodeURIComponent(gap)}`), label: words.gaps.title }
    : chat
      ? { href: hrefOf(`chats/${encodeURIComponent(chat)}`), label: words.chats.title }
      : { href: hrefOf("answers"), label: text.backToList };
  return (
    <Page title={text.write} back={back}>
      <Loaded resource={beginning}>
        {({ agents, questions, text: said }) => (
          <AnswerEditor
            agents={agents}
            questions={questions}
            text={said}
            gap={gap ?? undefined}
            saved={() => {
              toast.value = text.saved;
              navigation.go(back.href, "replace");
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** One approved answer: edit, try, delete. */
export function AnswerPage({ id }: { id: string }): JSX.Element {
  const { api, words, navigation, toast } = useConsole();
  const text = words.approvedAnswers;
  const path = `answers/${encodeURIComponent(id)}`;
  const answer = useResource<ApprovedAnswer>(id, (signal) => api.get(path, {}, signal));
  const [isRemoving, setRemoving] = useState(false);
  const [changes, setChanges] = useState(0);
  const mayWrite = useMay("responder");
  const { revision } = answer.value ?? {};
  useEffect(() => setChanges((before) => before + 1), [revision]);
  return (
    <Page
      title={answer.value ? showHidden(answer.value.questions[0] ?? "") : text.title}
      back={{ href: navigation.lastOf("answers"), label: text.backToList }}
      actions={
        mayWrite &&
        answer.value && (
          <button type="button" class="button" onClick={() => setRemoving(true)}>
            {icon("trash", 16)}
            {text.remove}
          </button>
        )
      }
    >
      <Loaded resource={answer}>
        {(value) => (
          <AnswerEditor
            key={changes}
            agents={[value.agent]}
            questions={value.questions}
            answer={value}
            saved={(changed) => {
              toast.value = text.saved;
              answer.replace(changed);
            }}
          />
        )}
      </Loaded>
      {isRemoving && (
        <ConfirmDialog
          title={text.removeTitle}
          text={<p>{text.removeText}</p>}
          action={text.remove}
          close={() => setRemoving(false)}
          run={async () => {
            await api.send("DELETE", path);
            toast.value = text.removed;
            navigation.go(navigation.lastOf("answers"), "replace");
          }}
        />
      )}
    </Page>
  );
}

/** The maximum length of an answer's question. */
const maxQuestionLength = 500;

/**
 * The visitor's question before a reply, on one line, and the right answer: the words of the person who answered, or
 * the correction by somebody who flagged the reply. The question is left out if it is too long to be one.
 */
function questionAndAnswer(
  entries: readonly Entry[],
  message: string,
): { readonly questions: readonly string[]; readonly text?: string } {
  const at = entries.findIndex(({ id }) => id === message);
  const reply = entries[at];
  const asked = entries
    .slice(0, at < 0 ? entries.length : at)
    .findLast((entry) => entry.type === "message" && entry.role === "user" && entry.text.trim() !== "");
  const question = asked?.type === "message" ? asked.text.replaceAll(/\s+/gu, " ").trim() : "";
  const right =
    reply?.type !== "message" ? null : reply.by.kind === "person" ? reply.text : reply.flag?.right;
  return {
    questions: question !== "" && question.length <= maxQuestionLength ? [question] : [],
    ...(right && { text: right }),
  };
}
