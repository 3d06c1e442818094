/** Sends a command to a driver. @throws the driver's error, by name */
type AskDriver = <Value>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Value>;

/** Connects to a driver that supports WebDriver, the W3C's protocol over HTTP, once it listens. */
export async function connectWebDriver(port: number): Promise<AskDriver> {
  const ask: AskDriver = async <Value>(method: string, path: string, body?: object) => {
    const address = `http://127.0.0.1:${port}${path}`;
    const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let round = 0; ; round++) {
    try {
      await ask("GET", "/status");
      return ask;
    } catch (cause) {
      if (round === 300) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
