import { asObject } from "@servicechat/contract";
import { answerFileSchema } from "@servicechat/contract/admin-schemas";
import { stringify } from "yaml";
import type { FileFault } from "../agent-file/file-fault.ts";
import { readYaml } from "../agent-file/read-yaml.ts";

/** An approved answer in a file; omitted fields keep their values. */
export interface WrittenAnswer {
  readonly id?: string;
  readonly text: string;
  readonly questions: readonly string[];
  readonly verbatim?: boolean;
  readonly owner?: string | null;
  readonly reviewOn?: string | null;
}

const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads Markdown whose front matter says what questions it answers. Never throws: every fault is listed. */
export function readAnswerFile(
  markdown: string,
): { readonly answer: WrittenAnswer } | { readonly faults: readonly FileFault[] } {
  const start = opening.exec(markdown);
  const rest = markdown.slice(start?.[0].length ?? 0);
  const end = start && closing.exec(rest);
  if (!end)
    return { faults: [{ line: 1, message: "must begin with front matter between two lines of ---" }] };
  const read = readYaml(rest.slice(0, end.index));
  // The front matter begins on the second line.
  if ("faults" in read)
    return {
      faults: read.faults.map((fault) => ({ ...fault, line: fault.line === null ? null : fault.line + 1 })),
    };
  const fields = asObject(read.value);
  if (!fields)
    return { faults: [{ line: 2, message: "the front matter must have fields, such as questions" }] };
  const parsed = answerFileSchema.safeParse({ ...fields, text: rest.slice(end.index + end[0].length) });
  if (parsed.success) return { answer: parsed.data };
  return {
    faults: parsed.error.issues.map(({ path, message }) => {
      const line = read.lineOf(String(path[0] ?? ""));
      const field = path.length > 0 ? `${path.join(".")}: ` : "";
      return { line: line === undefined ? null : line + 1, message: `${field}${message}` };
    }),
  };
}

/** An approved answer as Markdown with front matter, as `readAnswerFile` reads it. */
export function answerFile({
  id,
  text,
  questions,
  verbatim,
  owner,
  reviewOn,
}: Required<WrittenAnswer>): string {
  const front = { id, questions, verbatim, owner, reviewOn };
  return `---\n${stringify(front, { lineWidth: 0 })}---\n${text}\n`;
}
