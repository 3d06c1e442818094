import { meSchema, serviceSchema } from "@servicechat/contract/admin-schemas";
import type { Workplace } from "../command-operations.ts";
import { createAdminApi } from "./admin-api.ts";
import { remoteAgents } from "./remote-agents.ts";
import { remoteApprovedAnswers } from "./remote-approved-answers.ts";
import { remoteChats, remoteFeedback, remoteUsage } from "./remote-chats.ts";
import { remoteFlags } from "./remote-flags.ts";
import { remoteGaps } from "./remote-gaps.ts";
import { remoteKeys } from "./remote-keys.ts";
import { remoteKnowledge } from "./remote-knowledge.ts";
import { remoteAudit, remoteOperators, remoteTokens } from "./remote-operators.ts";
import { remoteLetter } from "./remote-letter.ts";
import { remotePrices } from "./remote-prices.ts";
import { remoteTests } from "./remote-tests.ts";
import { remoteHandoff, remoteWebhooks } from "./remote-webhooks.ts";
import type { RemoteService } from "./remote-service.ts";

/**
 * The operations of a remote service: the same as on a local database, each as requests to the admin API. The caller is
 * whoever owns the token.
 */
export function openRemote(service: RemoteService, send: typeof fetch): Workplace {
  const api = createAdminApi(service, send);
  return {
    operations: {
      agents: remoteAgents(api),
      keys: remoteKeys(api),
      chats: remoteChats(api),
      feedback: remoteFeedback(api),
      gaps: remoteGaps(api),
      flags: remoteFlags(api),
      approvedAnswers: remoteApprovedAnswers(api),
      usage: remoteUsage(api),
      prices: remotePrices(api),
      letter: remoteLetter(api),
      knowledge: remoteKnowledge(api),
      tests: remoteTests(api),
      operators: remoteOperators(api),
      apiTokens: remoteTokens(api),
      audit: remoteAudit(api),
      webhooks: remoteWebhooks(api),
      handoff: remoteHandoff(api),
    },
    name: service.origin,
    async me() {
      const { kind, name, role } = await api.ask("GET", "me", { answer: meSchema });
      return { kind, name, role };
    },
    async publicAddress() {
      const { publicUrl } = await api.ask("GET", "service", { answer: serviceSchema });
      const { hostname, port } = new URL(publicUrl);
      return { publicUrl, host: hostname, port: Number(port), from: "service", running: [publicUrl] };
    },
  };
}
