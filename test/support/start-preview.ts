import type { TestConsole } from "./start-console.ts";
import type { TestService } from "./start-service.ts";

/** The path of the agent in a test's service. */
export const agentPath = "/console/api/agents/acme-support";

/** The live file of the agent, with another name and other instructions. */
export async function draftOf(console: TestConsole, cookie: string): Promise<string> {
  const { body } = await console.ask("GET", agentPath, { cookie });
  const file: string = body.file;
  return file
    .replace("name: Acme Support", "name: Draft")
    .replace("You answer questions about Acme.", "You are the Draft.");
}

/** A draft that answers. */
export async function startPreview(console: TestConsole, cookie: string, file?: string) {
  const body = { file: file ?? (await draftOf(console, cookie)) };
  const { body: preview } = await console.ask("POST", `${agentPath}/preview`, { cookie, body });
  return preview as { readonly key: string; readonly url: string; readonly expiresAt: string };
}

/** A visitor with a key, on a page of an origin; `undefined` sends none. */
export function visitorWith(
  service: Pick<TestService, "baseUrl">,
  key: string,
  origin: string | undefined,
): Pick<TestService, "fetch"> {
  return {
    fetch: (path, { headers, ...init } = {}) =>
      fetch(service.baseUrl + path, {
        ...init,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(origin !== undefined && { Origin: origin }),
          ...headers,
        },
      }),
  };
}
