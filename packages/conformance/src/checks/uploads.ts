import { headers, paths } from "@servicechat/contract";
import { agentViewSchema, uploadInfoSchema } from "@servicechat/contract/schemas";
import type { Check, Inspection } from "../check.ts";
import { hear, historyOf, readFields, readJson } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer, mustRefuse } from "../problem.ts";
import { messageAsk } from "../visitor.ts";
import type { Exchange, VisitorAsk } from "../visitor.ts";

const files = { source: "wire", section: "Files" } as const;
const images = { source: "wire", section: "Images" } as const;
const nobody = `st_${"C".repeat(43)}`;
/** The smallest possible PNG, in base64: one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Files from visitors, and images. */
export const uploadChecks: readonly Check[] = [
  {
    id: "uploads/described",
    sentence: "The agent view says which types can be sent and how large a file may be.",
    ...files,
    async run({ evidence }) {
      const { uploads } = readFields(await evidence.agent());
      needs(uploads !== undefined, "the agent accepts no files");
      const { data } = agentViewSchema.shape.uploads.safeParse(uploads);
      must((data?.types.length ?? 0) > 0 && (data?.maxBytes ?? 0) > 0, "types and maxBytes", uploads);
    },
  },
  {
    id: "uploads/taken",
    sentence: "A file is answered with 201, a description of it, and a session token.",
    ...files,
    async run(inspection) {
      await needsType(inspection, "text/plain");
      const taken = await inspection.visitor.ask(textFile("Hello."));
      mustAnswer(taken, 201);
      const { data } = uploadInfoSchema.safeParse(readJson(taken.text));
      mustBe("the file", [data?.name, data?.mediaType, data?.size], ["hello.txt", "text/plain", 6]);
      must(data?.id.startsWith("file_") === true, "an id that begins with file_", data?.id);
      const token = taken.headers.get(headers.sessionToken) ?? "";
      mustAnswer(await inspection.visitor.ask({ path: paths.history, token }), 200);
    },
  },
  {
    id: "uploads/refused",
    sentence:
      "An unknown token, a body that is not multipart, HTML, and a file that is too large are refused.",
    ...files,
    async run(inspection) {
      const { maxBytes } = await needsType(inspection, "text/plain");
      const { visitor } = inspection;
      mustRefuse(await visitor.ask(textFile("Hello.", nobody)), "session_not_found");
      const json = { headers: [["Content-Type", "application/json"]], body: "{}" } as const;
      mustRefuse(
        await visitor.ask({ method: "POST", path: paths.uploads, ...json }),
        "unsupported_media_type",
      );
      mustRefuse(await visitor.ask(textFile("<!doctype html><p>Hello.")), "unsupported_media_type");
      mustRefuse(await visitor.ask(textFile("", undefined, "field")), "malformed_request");
      if (maxBytes < 1_000_000)
        mustRefuse(await visitor.ask(textFile("a".repeat(maxBytes + 1))), "payload_too_large");
    },
  },
  {
    id: "uploads/sent",
    sentence: "A file block sends a file of its own chat, once, and the history has it.",
    ...files,
    async run(inspection) {
      await needsType(inspection, "text/plain");
      const { visitor } = inspection;
      const { id, token } = takenOf(await visitor.ask(textFile("Hello.")));
      const body = JSON.stringify({ messages: [{ type: "file", block: { uploadId: id } }] });
      mustRefuse(await visitor.ask(messageAsk(body)), "malformed_request");
      const { exchange } = hear(await visitor.ask(messageAsk(body, { token })), []);
      mustAnswer(exchange, 200);
      const [message] = historyOf(await visitor.ask({ path: paths.history, token }));
      const file = { uploadId: id, name: "hello.txt", mediaType: "text/plain", size: 6 };
      mustBe("the parts of the message", message?.parts, [{ type: "file", ...file }]);
      mustRefuse(await visitor.ask(messageAsk(body, { token })), "malformed_request");
    },
  },
  {
    id: "uploads/off",
    sentence: "For an agent that accepts no files, the path is answered with 404.",
    ...files,
    async run({ visitor }) {
      const key = visitor.secondKey;
      needs(key !== undefined, "give --second-key: a key of an agent that accepts no files");
      const { text } = await visitor.ask({ path: paths.agent, key });
      needs(!text.includes('"uploads"'), "the agent of --second-key accepts files");
      mustRefuse(await visitor.ask({ ...textFile("Hello."), key }), "not_found");
    },
  },
  {
    id: "images/own",
    sentence:
      "An image is served only to its own chat, and the browser may do nothing with it but display it.",
    ...images,
    async run(inspection) {
      await needsType(inspection, "image/png");
      const { visitor, evidence } = inspection;
      const bytes = Buffer.from(pixel, "base64");
      const { id, token } = takenOf(await visitor.ask(fileAsk(bytes, "pixel.png")));
      const path = paths.images + id;
      const { token: other } = await evidence.first();
      mustRefuse(await visitor.ask({ path, token: other }), "not_found");
      mustRefuse(await visitor.ask({ path }), "session_not_found");
      const image = await visitor.ask({ path, token });
      mustAnswer(image, 200);
      mustBe("Content-Type", image.headers.get("Content-Type"), "image/png");
      mustBe("X-Content-Type-Options", image.headers.get("X-Content-Type-Options"), "nosniff");
      mustBe("Content-Disposition", image.headers.get("Content-Disposition"), "inline");
      must(
        image.headers.get("Content-Security-Policy")?.includes("sandbox") === true,
        "a Content-Security-Policy with sandbox",
        image.headers.get("Content-Security-Policy"),
      );
    },
  },
];

async function needsType({ evidence }: Inspection, type: string): Promise<{ readonly maxBytes: number }> {
  const { data } = agentViewSchema.safeParse(readJson((await evidence.agent()).text));
  needs(data?.uploads?.types.includes(type) === true, `the agent does not accept ${type}`);
  return data.uploads;
}

function takenOf(answer: Exchange): { readonly id: string; readonly token: string } {
  const { data } = uploadInfoSchema.safeParse(readJson(answer.text));
  needs(data !== undefined, `a file was not accepted (status ${answer.status})`);
  return { id: data.id, token: answer.headers.get(headers.sessionToken) ?? "" };
}

function textFile(text: string, token?: string, field?: string): VisitorAsk {
  return fileAsk(Buffer.from(text), "hello.txt", token, field);
}

function fileAsk(bytes: Uint8Array, name: string, token?: string, field = "file"): VisitorAsk {
  const disposition = `Content-Disposition: form-data; name="${field}"; filename="${name}"`;
  const body = Buffer.concat([
    Buffer.from(`--part\r\n${disposition}\r\n\r\n`),
    bytes,
    Buffer.from("\r\n--part--\r\n"),
  ]);
  return {
    method: "POST",
    path: paths.uploads,
    headers: [["Content-Type", "multipart/form-data; boundary=part"]],
    body,
    ...(token !== undefined && { token }),
  };
}
