/** The agents that somebody may see, for people; `null` means all. */
export function agentsText(agents: readonly string[] | null): string {
  return agents?.join(" ") ?? "all agents";
}
