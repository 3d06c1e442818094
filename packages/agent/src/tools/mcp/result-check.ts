import { asObject } from "@servicechat/contract";
import { checkInput } from "../../json-schema/check-input.ts";

/** Checks results by the schemas that a server gives for them, in linear time. One that cannot be used judges nothing. */
export const resultCheck = {
  getValidator<Result>(schema: unknown) {
    return (result: unknown) => {
      const [issue] = issuesOf(asObject(schema) ?? {}, result);
      return issue
        ? {
            valid: false as const,
            data: undefined,
            errorMessage: `data${issue.instancePath} ${issue.message}`,
          }
        : { valid: true as const, data: result as Result, errorMessage: undefined };
    };
  },
};

function issuesOf(schema: Readonly<Record<string, unknown>>, result: unknown) {
  try {
    return checkInput(schema, result);
  } catch {
    return [];
  }
}
