import { connect } from "node:net";
import { answerParent } from "./answer-parent.ts";

/* Pages that request the same thing repeatedly, each on its own persistent connection. */

interface RequestLoad {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly requestsEach: number;
}

/**
 * Sends requests on one connection, each after the response to the previous one. Bare sockets, since the load generator
 * must cost little.
 */
function askRepeatedly({ port, path, headers, requestsEach }: RequestLoad): Promise<void> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join("")}\r\n`;

  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    let answered = 0;
    let text = "";
    socket.setEncoding("latin1");
    socket.on("connect", () => socket.write(request));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("a connection was closed early")));
    socket.on("data", (piece: string) => {
      text += piece;
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (head < 0 || text.length < head + 4 + length) return;
      if (!text.startsWith("HTTP/1.1 200 ")) return reject(new Error(text.slice(0, head)));
      text = "";
      answered++;
      if (answered < requestsEach) return void socket.write(request);
      resolve();
      socket.end();
    });
  });
}

const answers = {
  async ask(load: RequestLoad): Promise<void> {
    await Promise.all(Array.from({ length: load.connections }, () => askRepeatedly(load)));
  },
};
/** What these pages can be told to do. */
export type LoadRequestsAnswers = typeof answers;
answerParent(answers);
