import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { EmptyState, Page, ProblemView, SkeletonRows } from "../ui/page.tsx";
import { useConsole } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";

/** The route of a page: the segments of the path after its own name. */
export interface RouteProps {
  readonly rest: readonly string[];
}

type PageModule = Promise<{ readonly page: ComponentType<RouteProps> }>;

/** The pages by the first segment of their path. Each is loaded on its first use. */
const pages: Readonly<Record<string, () => PageModule>> = {
  "": () => import("../home/home-page.tsx"),
  inbox: () => import("../inbox/inbox-page.tsx"),
  chats: () => import("../chats/chats-page.tsx"),
  usage: () => import("../usage/usage-page.tsx"),
  gaps: () => import("../gaps/gaps-page.tsx"),
  answers: () => import("../approved-answers/answers-page.tsx"),
  agents: () => import("../agents/agents-page.tsx"),
  tests: () => import("../agent-tests/tests-page.tsx"),
  keys: () => import("../keys/keys-page.tsx"),
  settings: () => import("../settings/settings-page.tsx"),
};
const fetched = new Map<string, ComponentType<RouteProps>>();

/** The page for the current address. */
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
  // Browsers may remember a failed module import, so only a new document requests it again.
  if (problem) return <ProblemView problem={problem} retry={() => location.reload()} />;
  return (
    <div class="page">
      <SkeletonRows />
    </div>
  );
}
