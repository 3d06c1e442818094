import { meSchema, serviceSchema } from "@servicechat/contract/admin-schemas";
import { commandLine } from "@servicechat/operations";
import type { Actor } from "@servicechat/operations";
import type { Services } from "../open-services.ts";
import { findAddresses } from "../service-address/find-addresses.ts";
import { chooseAddress } from "../service-address/known-address.ts";
import type { KnownAddress } from "../service-address/known-address.ts";
import type { Settings } from "../settings/settings.ts";
import type { AdminApi } from "./admin-api.ts";
import { createRemoteApi } from "./remote-api.ts";
import type { RemoteService } from "./remote-service.ts";

/** Where a command does its work. */
export interface Workplace {
  readonly api: AdminApi;
  /** Only for the local database: what the API does not offer, such as using files of this machine. */
  readonly here:
    | {
        readonly operations: Services["operations"];
        /** The API on behalf of a person. */
        readonly apiAs: (person: NonNullable<Actor["person"]>) => AdminApi;
      }
    | undefined;
  /** Identifies this workplace: the console's origin, or the database. May contain a password: never print it. */
  readonly name: string;
  /** Who does the work. */
  readonly me: () => Promise<Pick<Actor, "kind" | "role"> & { readonly name: string | null }>;
  /** Where visitors reach the service. */
  readonly publicAddress: () => Promise<KnownAddress>;
}

/** A service elsewhere. The caller is whoever owns the token. */
export function remoteWorkplace(service: RemoteService, send: typeof fetch): Workplace {
  const api = createRemoteApi(service, send);
  return {
    api,
    here: undefined,
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

/** The database here. The caller may do everything. */
export async function localWorkplace(
  services: Services,
  settings: Settings,
  now: () => number,
): Promise<Workplace> {
  const { database, publicUrl } = settings;
  // The routes are slow to load, and commands for a service elsewhere do not need them.
  const { createLocalApi } = await import("./local-api.ts");
  const apiFor = createLocalApi(services, { publicUrl, now });
  return {
    api: apiFor(commandLine),
    here: {
      operations: services.operations,
      apiAs: (person) => apiFor({ ...commandLine, person }),
    },
    name: database.kind === "sqlite" ? database.file : database.url,
    me: async () => ({ kind: "command_line", name: null, role: "owner" }),
    publicAddress: async () =>
      chooseAddress(settings, await findAddresses({ storage: services.storage, settings, now })),
  };
}
