import type { Entry } from "@servicechat/contract/admin";
import { transcript } from "../../gallery/chats-data.ts";
import { says, type FakeAnswer, type Scene } from "../../gallery/scene.ts";
import { answerSchema } from "../../../../test/support/answer-schema.ts";
import { everyText, hostileBody } from "./hostile-body.ts";

/** The responses of a scene, with hostile text in every field. */
export function hostileScene(scene: Scene): Scene {
  return Object.fromEntries(
    Object.entries(withEveryPart(scene)).map(([route, answer]) => [route, hostileRoute(route, answer)]),
  );
}

function hostileRoute(route: string, answer: Scene[string]): Scene[string] {
  if (typeof answer === "function") return (request) => hostileAnswer(route, answer(request));
  return route === "GET events" ? hostileAnswer(route, answer) : onceMade(() => hostileAnswer(route, answer));
}

/** Pages that expand things request the same thing many times. */
function onceMade(make: () => FakeAnswer): () => FakeAnswer {
  let made: FakeAnswer | undefined;
  return () => (made ??= make());
}

function hostileAnswer(route: string, answer: FakeAnswer): FakeAnswer {
  if (answer.kind === "problem") return { ...answer, detail: everyText };
  if (answer.kind === "lines") return { ...answer, lines: answer.lines.map(hostileLine) };
  if (answer.kind === "nothing" || answer.kind === "bytes" || answer.body === undefined) return answer;
  if (route === "GET events") return { ...answer, body: hostileEvents(answer.body) };
  return { ...answer, body: hostileBody(answer.body, answerSchema(route, answer.status)) };
}

/** What a website says of itself; its pages differ by their addresses. */
function hostileLine(line: unknown): unknown {
  const isText = (key: string): boolean => key === "title" || key === "reason";
  return JSON.parse(JSON.stringify(line), (key, value: unknown) => (isText(key) ? everyText : value));
}

/** Ids by which pages match events remain. */
function hostileEvents(events: unknown): unknown {
  return JSON.parse(JSON.stringify(events), (key, value: unknown) => (key === "name" ? everyText : value));
}

/** The gallery's transcript does not contain every kind of part. */
function withEveryPart(scene: Scene): Scene {
  const entries = transcript.entries.flatMap((entry): Entry[] =>
    entry.type === "message" && entry.by.kind === "agent"
      ? [{ ...entry, parts: [...entry.parts, ...otherParts], feedback: { rating: "down", comment: "bad" } }]
      : [entry],
  );
  const read = scene["GET chats/{id}"];
  return read === undefined || typeof read !== "function"
    ? scene
    : {
        ...scene,
        "GET chats/{id}": (request) => {
          const answer = read(request);
          return answer.kind === "body" && answer.body === transcript
            ? says({ ...transcript, entries })
            : answer;
        },
      };
}

const otherParts = [
  { type: "image", url: "https://larkfield.example/bag.png", alt: "A bag", mediaType: "image/png" },
  {
    type: "question",
    id: "q1",
    questions: [{ question: "Which?", header: "Colour", options: [], multiSelect: false }],
    answer: { answers: { "Which?": "Brown" } },
  },
  { type: "follow_ups", questions: ["And now?"] },
];
