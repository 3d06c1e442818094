/** A session of WebDriver BiDi, the W3C's protocol over a web socket. */
interface Bidi extends Disposable {
  /** @throws the browser's error, by name */
  send<Result>(method: string, params: object): Promise<Result>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: unknown;
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: Error) => void;
}

/** Connects to a browser that listens. Events are passed to `hear`. */
export async function connectBidi(
  address: string,
  hear: (method: string, params: unknown) => void,
): Promise<Bidi> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onclose = () => {
    const reason = new Error("The browser has closed the connection.");
    opened.reject(reason);
    for (const { reject } of waiting.values()) reject(reason);
  };
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.method !== undefined) return hear(answer.method, answer.params);
    const asked = waiting.get(answer.id ?? 0);
    waiting.delete(answer.id ?? 0);
    if (answer.error === undefined) asked?.resolve(answer.result as never);
    else asked?.reject(new Error(`${answer.error}: ${answer.message}`));
  };
  await opened.promise;
  return {
    send<Result>(method: string, params: object) {
      return new Promise<Result>((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      });
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
