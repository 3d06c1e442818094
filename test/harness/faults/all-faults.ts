import type { Installation, InstalledNode } from "../installation.ts";
import { crowd } from "./crowd.ts";
import type { Fault } from "./fault.ts";
import { networkFaults } from "./network-faults.ts";
import { diskFull, nodeFaults } from "./node-faults.ts";
import { databaseSettleMs, postgresFaults, redisFaults } from "./server-faults.ts";

/** Every fault that an installation may suffer. @param pick Returns the node that the next one affects */
export function allFaults(installation: Installation, pick: () => InstalledNode): readonly Fault[] {
  const { modelNetwork, shared } = installation;
  const outside = [
    ...networkFaults({
      name: "visitors to a node",
      lane: "outside",
      settleMs: 0,
      delaysReplies: true,
      pick: () => pick().network,
      lostAnswers: ["POST "],
    }),
    ...networkFaults({
      name: "service to model",
      lane: "outside",
      settleMs: 0,
      pick: () => modelNetwork,
    }),
    crowd(pick),
  ];
  const ofNodes = nodeFaults(installation, pick);
  if (!shared) return [...outside, ...ofNodes, diskFull(pick)];

  const { postgres, postgresNetwork, redis, redisNetwork } = shared;
  return [
    ...outside,
    ...ofNodes,
    ...postgresFaults(postgres),
    ...redisFaults(redis),
    ...networkFaults({
      name: "service to PostgreSQL",
      lane: "inside",
      settleMs: databaseSettleMs,
      pick: () => postgresNetwork,
      lostAnswers: ["commit\0"],
    }),
    ...networkFaults({
      name: "service to Redis",
      lane: "inside",
      settleMs: 500,
      delaysReplies: true,
      pick: () => redisNetwork,
    }),
  ];
}

/** The faults whose names start with these, in their order. @throws Error if there are none */
export function faultsNamed(faults: readonly Fault[], ...beginnings: readonly string[]): readonly Fault[] {
  return beginnings.flatMap((beginning) => {
    const found = faults.filter(({ name }) => name.startsWith(beginning));
    if (found.length === 0) throw new Error(`No fault is named '${beginning}'.`);
    return found;
  });
}
