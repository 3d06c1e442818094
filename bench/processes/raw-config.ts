import { createServer } from "node:http";
import { answerParent } from "./answer-parent.ts";
import { listenOnLoopback } from "../../test/support/listen-on-loopback.ts";

/* The baseline for responding: a node:http server that sends one prepared buffer for every request. */

let body = Buffer.alloc(0);

const server = createServer((_request, response) => {
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.byteLength,
  });
  response.end(body);
});
// As long as the service's own, so that no connection closes between two rounds.
server.keepAliveTimeout = 75_000;

const answers = {
  async listen(options: { readonly body: string }): Promise<number> {
    body = Buffer.from(options.body);
    return (await listenOnLoopback(server)).port;
  },
};
/** What this baseline can be told to do. */
export type RawConfigAnswers = typeof answers;
answerParent(answers);
