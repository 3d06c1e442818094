import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Entry, FileFault, KeptAgentTests } from "@servicechat/contract/admin";
import { FileTab } from "../agents/file-tab.tsx";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { readTranscript } from "../chats/read-transcript.ts";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";

/** The file of an agent's tests. With a chat in the URL, a test made from it is added at the end. */
export function TestsFile({
  path,
  tests,
  saved,
}: {
  path: string;
  tests: KeptAgentTests;
  saved: () => void;
}): JSX.Element {
  const { api, words, toast, navigation } = useConsole();
  const text = words.agentTests;
  const mayEdit = useMay("editor");
  const stored = tests.file ?? "";
  const [draft, setDraft] = useState(stored);
  const [faults, setFaults] = useState<readonly FileFault[]>([]);
  const chat = navigation.location.value.query.get("chat");
  useEffect(() => setDraft(stored), [tests.revision]);
  useEffect(() => {
    if (chat === null || !mayEdit) return;
    const ending = new AbortController();
    readTranscript(api, chat, ending.signal)
      .then(({ entries }) => setDraft((before) => testOf(before, tests.agent, entries)))
      .catch(() => undefined);
    return () => ending.abort();
  }, [chat]);

  async function save(): Promise<void> {
    try {
      await api.send("PUT", path, { body: { file: draft }, revision: tests.revision });
      setFaults([]);
      toast.value = text.saved;
      navigation.go(location.pathname, "replace");
      saved();
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.faults);
      toast.value = problemText(problem, words);
    }
  }

  return (
    <>
      {mayEdit && draft !== stored && (
        <div class="notice apply-bar">
          {icon("alert", 16)}
          <span>{chat === null ? text.unsaved : text.madeFromChat}</span>
          <button type="button" class="button small" onClick={() => setDraft(stored)}>
            {words.agents.discard}
          </button>
          <button type="button" class="button small primary" onClick={() => void save()}>
            {words.common.save}
          </button>
        </div>
      )}
      <FileTab draft={draft} change={setDraft} faults={faults} label={text.editor} mayEdit={mayEdit} />
    </>
  );
}

/**
 * A test file with one more test at its end: the visitor's messages in a chat; the expectations are left for the
 * author. JSON is valid YAML, so nothing a visitor writes can be anything but text.
 */
function testOf(file: string, agent: string, entries: readonly Entry[]): string {
  const said = entries.flatMap((entry) =>
    entry.type === "message" && entry.role === "user" && entry.text.trim() !== "" ? [entry.text] : [],
  );
  const [first = ""] = said;
  const start = file.trim() === "" ? `agent: ${agent}\ntests:\n` : `${file.trimEnd()}\n`;
  const name = first.replaceAll(/\s+/gu, " ").slice(0, 80);
  const turns = said.map((text) => `      - say: ${JSON.stringify(text)}\n`);
  return `${start}\n  - name: ${JSON.stringify(name)}\n    turns:\n${turns.join("")}    expect:\n      answers: true\n`;
}
