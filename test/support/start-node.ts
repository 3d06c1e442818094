import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAgent } from "@servicechat/agent";
import type { AgentLimits } from "@servicechat/agent";
import type { Clock, Coordination } from "@servicechat/coordination";
import { createChangedSourceSync, createKnowledge, createTextReader } from "@servicechat/knowledge";
import { createNotifications, createSecretBox } from "@servicechat/notifications";
import type { MailSettings } from "@servicechat/notifications";
import { createStoredSecrets, isPublicOnly, letterData } from "@servicechat/operations";
import { createOutbound } from "@servicechat/outbound";
import { createModelFetch } from "@servicechat/outbound/models";
import type { Knowledge, ReaderLimits } from "@servicechat/knowledge";
import type { Outbound } from "@servicechat/outbound";
import { startServer } from "@servicechat/server";
import type {
  Asset,
  Assets,
  ConsoleFiles,
  ConsoleDependencies,
  Log,
  RunningServer,
  ServerOptions,
} from "@servicechat/server";
import type { Storage } from "@servicechat/storage";

const dayMs = 86_400_000;

/** The instance secret of every node. */
export const testSecret = "a secret that only the tests know";

/** Periods in milliseconds: tests wait for what notifications send. */
const quickTasks = { send_webhooks: 50, send_push_alerts: 50, send_mail_alerts: 50, send_visitor_mails: 50 };

/** What a test may change about a node. */
export interface NodeOptions {
  readonly options?: Partial<ServerOptions>;
  /** Where the agent's `apiKeyEnv` is looked up. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Makes the requests of tools; without it, agents have no tools that use the network. */
  readonly outbound?: Outbound;
  /** Whether an address is public when an agent file names it; by default those that end with `.example`. */
  readonly isPublic?: (url: string) => Promise<boolean>;
  /** Time limits of the agent that differ from those in production. */
  readonly limits?: Partial<AgentLimits>;
  /** Limits for reading one document; by default those in production. */
  readonly readers?: ReaderLimits;
  /** The built browser parts; without them, every file is a placeholder. */
  readonly assets?: Assets;
  /** Where the console is; without it there is none. */
  readonly consoleUrl?: string;
  /** The console's built pages; without them, there is only its API. */
  readonly consoleFiles?: ConsoleFiles;
  /** The result of examining the installation. */
  readonly examine?: ConsoleDependencies["examine"];
  /** Variables that agent files from the console may use; by default those in use. */
  readonly consoleVariables?: readonly string[];
  /** Whether the service would make a request to an address; by default to any. */
  readonly mayRequest?: ConsoleDependencies["mayRequest"];
  /** The mail server; by default there is none. */
  readonly mail?: MailSettings;
  /** Networks in which websites may be. With them, the sources of agents that are applied are read. */
  readonly siteNetworks?: readonly string[];
  /** Networks that webhooks may reach besides public ones. */
  readonly webhookNetworks?: readonly string[];
  /** A certificate that webhooks and push trust, as PEM. */
  readonly webhookCa?: string;
  /** Networks inside that models of agent files from the network may lead to. */
  readonly modelNetworks?: readonly string[];
  /** Networks in which push services may be; in production there are none. */
  readonly pushNetworks?: readonly string[];
  /** The port to listen on; a free one by default. */
  readonly port?: number;
}

/** What a node depends on. */
interface Ground {
  readonly storage: Storage;
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly log: Log;
}

interface TestNode {
  readonly server: RunningServer;
  readonly knowledge: Knowledge;
}

const placeholder: Asset = { contentType: "text/plain", body: Buffer.from("built file"), etag: '"test"' };
const noAssets = {
  launcher: placeholder,
  launcherParts: new Map(),
  frame: { ...placeholder, contentType: "text/html" },
  chat: new Map(),
};

/** One node of the service in this process, on its own port. The caller owns its dependencies. */
export async function startNode(
  { storage, coordination, clock, log }: Ground,
  start: NodeOptions,
): Promise<TestNode> {
  const { knowledge: store, approvedAnswers, crawls, syncs, vectors, wordings, agents } = storage;
  const secrets = createStoredSecrets({ storage, box: createSecretBox(testSecret) });
  const findStoredSecret = secrets.find;
  const { modelNetworks: allowedNetworks = [] } = start;
  const knowledge = createKnowledge({
    knowledge: store,
    approvedAnswers,
    crawls,
    syncs,
    vectors,
    wordings,
    agents,
    clock,
    randomUuid: randomUUID,
    outbound: createOutbound({ allowedNetworks: start.siteNetworks ?? [] }),
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    fetch: createModelFetch({ isPublicOnly: (origin) => isPublicOnly(storage, origin), allowedNetworks }),
    environment: start.environment ?? {},
    // A busy machine is slow to start the process that reads pages.
    previewMs: 120_000,
    findStoredSecret,
    log,
  });
  const agent = createAgent({
    search: (agentId: string) => (query: string, limit: number) => knowledge.search(agentId, query, limit),
    hasVerbatim: (...asked) => knowledge.hasVerbatim(...asked),
    isPublicOnly: (origin) => isPublicOnly(storage, origin),
    allowedNetworks,
    environment: start.environment ?? {},
    findStoredSecret,
    ...(start.outbound && { outbound: start.outbound }),
    clock,
    random: Math.random,
    log,
    ...(start.limits && { limits: start.limits }),
  });
  const secret = testSecret;
  const { sessionIdleMs = 30 * dayMs, sessionAgeMs = 365 * dayMs } = start.options ?? {};
  const sessionLimits = { sessionIdleMs, sessionAgeMs };
  const webhookOutbound = createOutbound({
    allowedNetworks: start.webhookNetworks ?? [],
    ...(start.webhookCa !== undefined && { ca: start.webhookCa }),
  });
  const pushOutbound = createOutbound({
    allowedNetworks: start.pushNetworks ?? [],
    ...(start.webhookCa !== undefined && { ca: start.webhookCa }),
  });
  const notifications = createNotifications({
    storage,
    outbound: webhookOutbound,
    pushOutbound,
    box: createSecretBox(secret),
    mail: start.mail,
    ...sessionLimits,
    consoleUrl: start.consoleUrl,
    readWeek: (week) => letterData(storage, { ...week, consoleUrl: start.consoleUrl }),
    now: () => clock.wallMs(),
    log,
    sharedMs: 0,
  });
  const server = await startServer(
    {
      storage,
      coordination,
      agent,
      readDocument: createTextReader(start.readers),
      environment: start.environment ?? {},
      findStoredSecret,
      clock,
      log,
      assets: start.assets ?? noAssets,
      ...(start.consoleUrl !== undefined && {
        console: {
          url: start.consoleUrl,
          ...(start.consoleFiles && { files: start.consoleFiles }),
          knowledge,
          mayRequest: start.mayRequest ?? (() => true),
          notifications,
          secrets,
          allowedNetworks,
          examine: start.examine ?? (async () => []),
          limits: {
            variables: start.consoleVariables,
            agentsDirectory: "/srv/data/agents",
            isReachable: start.isPublic ?? (async (url) => new URL(url).hostname.endsWith(".example")),
            isAllowedInside: async () => false,
          },
        },
      }),
      tasks: {
        send_webhooks: notifications.tasks.sendWebhooks,
        send_push_alerts: notifications.tasks.sendPushAlerts,
        send_mail_alerts: notifications.tasks.sendMailAlerts,
        send_visitor_mails: notifications.tasks.sendVisitorMails,
        ...(start.siteNetworks && {
          sync_changed_sources: createChangedSourceSync({
            agents,
            syncs,
            knowledge,
            clock,
            log: { info: () => undefined, warn: () => undefined },
          }),
        }),
      },
      options: {
        publicUrl: "https://chat.example",
        taskPeriods: quickTasks,
        secret,
        ...sessionLimits,
        drainMs: 2_000,
        ...start.options,
      },
    },
    { host: "127.0.0.1", port: start.port ?? 0 },
  );
  const stop = async () => {
    await server.stop();
    await webhookOutbound[Symbol.asyncDispose]();
    await pushOutbound[Symbol.asyncDispose]();
  };
  return { server: { port: server.port, stop }, knowledge };
}
