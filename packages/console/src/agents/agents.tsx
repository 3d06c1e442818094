import type { JSX } from "preact";
import type { RouteProps } from "../app/pages.tsx";
import { AgentPage } from "./agent-page.tsx";
import { AgentsPage } from "./agents-page.tsx";

/** The agents, or one of them. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id, tab = "file"] = rest;
  return id ? <AgentPage key={id} id={id} tab={tab} /> : <AgentsPage />;
}
