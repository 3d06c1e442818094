/** The agents that somebody is limited to, for people; `null` stands for all. */
export function agentsText(agents: readonly string[] | null): string {
  return agents?.join(" ") ?? "all agents";
}
