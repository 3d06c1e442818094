import type { ModelDefinition } from "@servicechat/contract/agent-file";

/** The name of a model for people: its provider's name for it, its module, or `extractive`. */
export function modelName(model: ModelDefinition): string {
  if ("module" in model) return model.module;
  return "name" in model ? model.name : model.provider;
}
