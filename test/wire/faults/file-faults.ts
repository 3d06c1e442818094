import { always, header, status, text } from "./fault.ts";
import type { Fault } from "./fault.ts";

const uploads = "/chat-bot/uploads";

/** What a service could do wrong with files and images. */
export const fileFaults: readonly Fault[] = [
  {
    what: "does not say how large a file may be",
    spoil: text("/chat-bot/agent", (body) => body.replace('"maxBytes"', '"most"')),
    fails: ["uploads/described"],
  },
  { what: "answers 200 to a file", spoil: status(201, 200, uploads), fails: ["uploads/taken"] },
  {
    what: "takes files for any token",
    spoil: always((request) => void (request.path === uploads && delete request.headers["x-session-token"])),
    fails: ["uploads/refused"],
  },
  {
    what: "loses the files of the history",
    spoil: text("/chat-bot/history", (body) => body.replaceAll('"file"', '"text"')),
    fails: ["uploads/sent"],
  },
  {
    what: "says something else where no files are taken",
    spoil: status(404, 400, uploads),
    fails: ["uploads/off", "uploads/refused"],
  },
  {
    what: "lets browsers guess what an image is",
    spoil: header("x-content-type-options", undefined),
    fails: ["images/own"],
  },
];
