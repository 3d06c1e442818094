import { letterSchema, sentLetterSchema } from "@servicechat/contract/admin-schemas";
import type { CommandOperations } from "../command-operations.ts";
import type { AdminApi } from "./admin-api.ts";

/** The weekly letter of a remote service. */
export function remoteLetter(api: AdminApi): CommandOperations["letter"] {
  return {
    read: () => api.ask("GET", "letter", { answer: letterSchema }),
    change: (_, { seen = "*", ...body }) =>
      api.ask("PATCH", "letter", { body, headers: { "If-Match": seen }, answer: letterSchema }),
    send: () => api.ask("POST", "letter/send", { body: {}, answer: sentLetterSchema }),
  };
}
