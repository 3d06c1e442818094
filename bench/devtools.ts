/** A browser's own protocol (Chrome DevTools Protocol), used with the browser and not with its pages. */
export interface DevTools {
  /** @param session of an attached target; by default the browser's own. @throws if the browser refuses */
  send(method: string, params?: object, session?: string): Promise<Readonly<Record<string, unknown>>>;
  on(event: string, listener: (params: Readonly<Record<string, unknown>>) => void): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Connects to the address on which a browser listens. The connection ends with the browser. */
export async function connectDevTools(address: string): Promise<DevTools> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Message) => void>();
  const listeners = new Map<string, (params: Readonly<Record<string, unknown>>) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method !== undefined) listeners.get(message.method)?.(message.params ?? {});
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let last = 0;
  return {
    async send(method, params = {}, session) {
      const id = ++last;
      const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, sessionId: session }));
      const { result = {}, error } = await answered;
      waiting.delete(id);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    on: (event, listener) => void listeners.set(event, listener),
  };
}
