import type { Check } from "../check.ts";
import { must } from "../expect.ts";
import { mustAnswer, mustRefuse, readProblem } from "../problem.ts";
import { messageAsk, textBody } from "../visitor.ts";

/** One body that must be refused with 400, and the field that the refusal must name. */
interface WrongBody {
  readonly id: string;
  /** Completes the sentence "A body … is refused with 400". */
  readonly what: string;
  readonly body: string | Uint8Array;
  readonly field?: string;
}

const json = (messages: unknown) => JSON.stringify({ messages });
const text = (value: unknown) => ({ type: "text", block: { value } });

const wrongBodies: readonly WrongBody[] = [
  { id: "syntax", what: "that is not JSON", body: '{"messages":' },
  { id: "empty", what: "that is empty", body: "" },
  { id: "encoding", what: "that is not UTF-8", body: new Uint8Array([0x22, 0xff, 0x22]) },
  { id: "depth", what: "nested deeper than 32 levels", body: "[".repeat(33) + "]".repeat(33) },
  { id: "array", what: "that is not an object", body: "[]" },
  { id: "no-messages", what: "without messages", body: "{}", field: "messages" },
  { id: "no-list", what: "whose messages are not a list", body: json({ length: 1 }), field: "messages" },
  { id: "none", what: "with an empty list of messages", body: json([]), field: "messages" },
  { id: "many", what: "with 21 messages", body: json(Array(21).fill(text("x"))), field: "messages" },
  {
    id: "type",
    what: "with an unknown type",
    body: json([{ type: "video", block: {} }]),
    field: "messages[0].type",
  },
  {
    id: "block",
    what: "whose message has no block",
    body: json([{ type: "text" }]),
    field: "messages[0].block",
  },
  { id: "value", what: "whose text is a number", body: json([text(1)]), field: "messages[0].block.value" },
  {
    id: "blank",
    what: "whose text is white space",
    body: json([text("x"), text(" \n\t")]),
    field: "messages[1].block.value",
  },
  {
    id: "long",
    what: "with 8,001 UTF-16 units",
    body: textBody("x".repeat(8_001)),
    field: "messages[0].block.value",
  },
  { id: "nul", what: "with the character NUL", body: textBody("a\u0000b") },
  {
    id: "question",
    what: "that answers a question nobody asked",
    body: json([{ type: "answer", block: { questionId: "q_unknown", answers: { a: "b" } } }]),
    field: "messages[0].block.questionId",
  },
  {
    id: "action",
    what: "that names an unknown action",
    body: json([{ type: "action", block: { actionId: "unknown" } }]),
    field: "messages[0].block.actionId",
  },
];

/** Malformed bodies: what the specification requires, and which bodies are malformed. */
export const bodyChecks: readonly Check[] = [
  ...wrongBodies.map(({ id, what, body, field }): Check => ({
    id: `body/${id}`,
    sentence: `A body ${what} is refused with 400${field ? ", which names the field" : ""}.`,
    source: "wire",
    section: "Sending messages",
    async run({ visitor }) {
      const refused = await visitor.ask(messageAsk(body));
      mustRefuse(refused, "malformed_request");
      const detail = readProblem(refused)?.detail ?? "";
      must(field === undefined || detail.includes(`${field}:`), `a detail that names ${field}`, detail);
    },
  })),
  {
    id: "body/malformed",
    sentence: "A malformed body is answered with 400.",
    source: "specification",
    section: "Errors",
    async run({ visitor }) {
      for (const body of ["no json", "[]", '{"messages":"hello"}'])
        mustAnswer(await visitor.ask(messageAsk(body)), 400);
    },
  },
  {
    id: "body/size",
    sentence: "A body of more than 64 KB is refused with 413.",
    source: "wire",
    section: "Sending messages",
    async run({ visitor }) {
      mustRefuse(await visitor.ask(messageAsk(textBody("Hello.").padEnd(65_537))), "payload_too_large");
    },
  },
  {
    id: "body/media-type",
    sentence: "A body that is not declared as JSON is refused with 415.",
    source: "wire",
    section: "Errors",
    async run({ visitor }) {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
        const ask = messageAsk(textBody("Hello."), { headers: [["Content-Type", type]] });
        mustRefuse(await visitor.ask(ask), "unsupported_media_type");
      }
    },
  },
];
