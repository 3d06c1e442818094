import type { SpawnedService } from "./spawn-service.ts";

/** An agent of the demo, used as by its page. */
export interface DemoVisitor {
  readonly key: string;
  readonly fetch: SpawnedService["fetch"];
}

/**
 * Reads the key in the tag of a demo page, and sends requests as that page does.
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
