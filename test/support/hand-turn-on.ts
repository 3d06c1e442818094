import type { ModelServer } from "./model-server.ts";
import type { TestService } from "./start-service.ts";
import { ask, hear, post } from "./visitor.ts";

type Node = Pick<TestService, "fetch">;

/**
 * Hands a turn of a new chat from one node to another over Redis. By then the other one has heard whatever was told over
 * Redis before.
 */
export async function handTurnOn(model: ModelServer, from: Node, to: Node): Promise<void> {
  model.answer(() => ["Hello."]);
  const { token } = await ask(from, "hello");
  const ending = Promise.withResolvers<void>();
  model.answer(() => ["first", { until: ending.promise }]);
  const first = await post(from, "and this", { token });
  const second = await post(to, "and that", { token });
  ending.resolve();
  await Promise.all([hear(first), hear(second)]);
}
