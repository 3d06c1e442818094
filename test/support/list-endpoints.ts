import type { TestService } from "./start-service.ts";

/** Every method and path for visitors, as the service lists them. */
export async function listEndpoints(service: TestService): Promise<[method: string, path: string][]> {
  const document = (await (await service.fetch("/openapi.json")).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/chat-bot/"))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path]));
}
