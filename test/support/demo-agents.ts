import type { SpawnedService } from "./spawn-service.ts";

/** An agent of a service's demo, as its page asks it. */
export interface DemoVisitor {
  readonly key: string;
  readonly fetch: SpawnedService["fetch"];
}

/**
 * Reads the key that a page of the demo has in its tag, and asks with it as that page does.
 *
 * @param path such as `/demo/shop`
 */
export async function visitDemo(
  { baseUrl }: Pick<SpawnedService, "baseUrl">,
  path: string,
): Promise<DemoVisitor> {
  const page = await (await fetch(baseUrl + path)).text();
  const key = /data-agent-key="([^"]+)"/.exec(page)?.[1] ?? "";
  return {
    key,
    fetch: (door, { headers, ...init } = {}) =>
      fetch(baseUrl + door, {
        ...init,
        headers: { Authorization: `Bearer ${key}`, Origin: baseUrl, ...headers },
      }),
  };
}
