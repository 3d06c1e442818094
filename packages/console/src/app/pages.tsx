import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { EmptyState, Page, ProblemView, SkeletonRows } from "../ui/page.tsx";
import { useConsole } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";

/** What a page is told of the address that led to it: the parts of the path behind its own name. */
export interface RouteProps {
  readonly rest: readonly string[];
}

type PageModule = Promise<{ readonly page: ComponentType<RouteProps> }>;

/** The pages by the first part of their path. Each is fetched when it is first looked at. */
const pages: Readonly<Record<string, () => PageModule>> = {
  "": () => import("../home/home-page.tsx"),
  inbox: () => import("../inbox/inbox.tsx"),
  chats: () => import("../chats/chats.tsx"),
  usage: () => import("../usage/usage-page.tsx"),
  gaps: () => import("../gaps/gaps-page.tsx"),
  answers: () => import("../answers/answers-page.tsx"),
  agents: () => import("../agents/agents.tsx"),
  tests: () => import("../tests/tests-page.tsx"),
  keys: () => import("../keys/keys-page.tsx"),
  settings: () => import("../settings/settings.tsx"),
};
const fetched = new Map<string, ComponentType<RouteProps>>();

/** The page that the address names. */
export function CurrentPage(): JSX.Element {
  const { navigation, words } = useConsole();
  const [name = "", ...rest] = navigation.location.value.path.split("/");
  const load = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (load) return <LazyPage key={name} name={name} load={load} rest={rest} />;
  return (
    <Page title={words.common.notFoundTitle}>
      <EmptyState
        sign="search"
        title={words.common.notFoundTitle}
        text={words.common.notFoundText}
        action={
          <a class="button" href={hrefOf("")}>
            {words.common.toHome}
          </a>
        }
      />
    </Page>
  );
}

function LazyPage({
  name,
  load,
  rest,
}: {
  name: string;
  load: () => PageModule;
  rest: readonly string[];
}): JSX.Element {
  const [, setCount] = useState(0);
  const [problem, setProblem] = useState<ApiProblem>();
  const Found = fetched.get(name);
  useEffect(() => {
    if (Found || problem) return;
    load()
      .then(({ page }) => {
        fetched.set(name, page);
        setCount((count) => count + 1);
      })
      .catch((thrown: unknown) => setProblem(asProblem(thrown)));
  }, [Found, problem]);
  if (Found) return <Found rest={rest} />;
  // A browser may remember a file that it could not fetch as missing: only a new document asks for it again.
  if (problem) return <ProblemView problem={problem} retry={() => location.reload()} />;
  return (
    <div class="page">
      <SkeletonRows />
    </div>
  );
}
