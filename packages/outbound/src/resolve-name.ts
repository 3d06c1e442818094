import { lookup } from "node:dns/promises";

/** Gives all addresses of a name, best first. Rejects when it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Asks as every program on this machine does, `/etc/hosts` included. */
export const resolveName: ResolveName = async (name) => {
  const answers = await lookup(name, { all: true });
  return answers.map(({ address }) => address);
};
