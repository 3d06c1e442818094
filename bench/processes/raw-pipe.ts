import { Agent, createServer, request as send } from "node:http";
import { answerParent } from "./answer-parent.ts";
import { listenOnLoopback } from "../../test/support/listen-on-loopback.ts";

/* The baseline for relaying: a node:http server that forwards the visitor's body to the model and its bytes back,
   unchanged. */

const agent = new Agent({ keepAlive: true });
let modelPort = 0;

const server = createServer((request, response) => {
  const headers = { "Content-Type": "application/json" };
  const upstream = send({
    agent,
    port: modelPort,
    host: "127.0.0.1",
    method: "POST",
    path: "/v1/chat/completions",
    headers,
  });
  upstream.on("response", (answer) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    answer.pipe(response);
  });
  upstream.on("error", () => response.destroy());
  request.pipe(upstream);
});
// As long as the service's own, so that no connection closes between two rounds.
server.keepAliveTimeout = 75_000;

const answers = {
  async listen(options: { readonly modelPort: number }): Promise<number> {
    modelPort = options.modelPort;
    return (await listenOnLoopback(server)).port;
  },
};
/** What this baseline can be told to do. */
export type RawPipeAnswers = typeof answers;
answerParent(answers);
