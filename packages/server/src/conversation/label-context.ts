import { labelledData } from "@servicechat/agent";
import type { PostedContext } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";

/** The page's context, as a model reads it: named as data. `undefined` if there is nothing the agent may know. */
export function labelContext(
  context: PostedContext | undefined,
  { pageContext }: Pick<AgentDefinition, "pageContext">,
): string | undefined {
  const { data, page } = context ?? {};
  const told = { ...(pageContext && page && readPage(page)), ...(hasFields(data) && { data }) };
  return hasFields(told) ? labelledData("the page that the visitor is on", told) : undefined;
}

function hasFields(value: object | undefined): value is object {
  return value !== undefined && Object.keys(value).length > 0;
}

/** A page's address without what may be private or secret in it: user, password, query and fragment. */
function readPage({ title = "", url = "" }: NonNullable<PostedContext["page"]>): object {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  return {
    ...(title.trim() !== "" && { title: title.trim() }),
    ...(isWeb && { url: `${address.origin}${address.pathname}` }),
  };
}
