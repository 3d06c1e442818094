import type { Places } from "./places.ts";
import type { Child } from "./processes/child.ts";
import { startChild } from "./processes/child.ts";
import type { ModelServerAnswers } from "./processes/model-server.ts";
import type { Furniture, ServiceAnswers } from "./processes/service.ts";

/** The service alone; `furnish` receives the address of its model. */
export function startService(serviceArguments: readonly string[], places: Places): Child<ServiceAnswers> {
  return startChild<ServiceAnswers>("service.ts", serviceArguments, [JSON.stringify(places)]);
}

/** The service and the model behind it, each in a separate process; `target` is what a page needs to send requests. */
export async function startServiceWithModel(
  serviceArguments: readonly string[],
  places: Places = {},
  furniture: Omit<Furniture, "modelPort"> = {},
) {
  const model = startChild<ModelServerAnswers>("model-server.ts");
  const service = startService(serviceArguments, places);
  const modelPort = await model.ask("port");
  const target = await service.ask("furnish", { modelPort, ...furniture });

  return {
    service,
    modelPort,
    target,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}
