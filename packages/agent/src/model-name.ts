import type { ModelDefinition } from "@servicechat/contract/agent-file";

/** How a model is called before people: by its provider's name for it, by its module, or `extractive`. */
export function modelName(model: ModelDefinition): string {
  if ("module" in model) return model.module;
  return "name" in model ? model.name : model.provider;
}
