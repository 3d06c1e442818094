import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { includesRole, type Role } from "@servicechat/contract/admin";
import type { ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { pageTitle } from "../app/document-title.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon, type IconName } from "./icon.tsx";
import type { PagedResource, Resource } from "./use-resource.ts";

/** The head of a page. */
interface PageProps {
  readonly title: string;
  /** Where the page is below another one. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ComponentChildren;
  /** Tabs or filters that stay while the page scrolls. */
  readonly bar?: ComponentChildren;
  readonly children: ComponentChildren;
  /** The page is as high as the window, and its content scrolls inside. */
  readonly fill?: boolean;
}

/** A page: its head and its content. */
export function Page({ title, back, actions, bar, children, fill }: PageProps): JSX.Element {
  useTitle(title);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          {back && (
            <a class="icon-button" href={back.href} aria-label={back.label} title={back.label}>
              {icon("back")}
            </a>
          )}
          <h1>{title}</h1>
          {actions && <div class="page-actions">{actions}</div>}
        </div>
        {bar}
      </header>
      <div class={fill ? "page fill" : "page"}>{children}</div>
    </>
  );
}

/** Names the document after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
  }, [title]);
}

/**
 * Draws data once it has loaded: before that, placeholder lines, and what to do if it cannot be loaded. While live updates are
 * interrupted, the whole console says so in one place; what failed meanwhile is loaded again when they are back.
 */
export function Loaded<Value>({
  resource,
  skeleton,
  children,
}: {
  resource: Resource<Value>;
  skeleton?: JSX.Element;
  children: (value: Value) => ComponentChildren;
}): JSX.Element {
  const { value, problem, reload } = resource;
  const isOffline = useConsole().live.value?.isOpen.value === false;
  const isLost = problem?.status === 0;
  useEffect(() => {
    if (isLost && !isOffline) reload();
  }, [isOffline]);
  if (value !== undefined)
    return (
      <>
        {problem && !(isLost && isOffline) && <ProblemBar problem={problem} retry={reload} />}
        {children(value)}
      </>
    );
  if (problem) return <ProblemView problem={problem} retry={reload} />;
  return skeleton ?? <SkeletonRows />;
}

/** Why something could not be loaded, in its place. */
export function ProblemView({ problem, retry }: { problem: ApiProblem; retry: () => void }): JSX.Element {
  const { words } = useConsole();
  const { common } = words;
  if (problem.status === 404)
    return (
      <EmptyState
        sign="search"
        title={common.notFoundTitle}
        text={common.notFoundText}
        action={
          <a class="button" href={hrefOf("")}>
            {common.toHome}
          </a>
        }
      />
    );
  return (
    <EmptyState
      sign="alert"
      title={problem.code === "role_needed" ? common.roleTitle : common.failedTitle}
      text={problemText(problem, words)}
      action={
        <button type="button" class="button" onClick={retry}>
          {icon("retry", 16)}
          {common.retry}
        </button>
      }
    />
  );
}

/** Why something could not be reloaded, above the previous data. */
function ProblemBar({ problem, retry }: { problem: ApiProblem; retry: () => void }): JSX.Element {
  const { words } = useConsole();
  return (
    <div class="notice danger" role="status">
      {icon("alert", 16)}
      <span>{problemText(problem, words)}</span>
      <button type="button" class="button small" onClick={retry}>
        {words.common.retry}
      </button>
    </div>
  );
}

/** A sentence that says what is wrong and what to do. */
export function problemText(problem: ApiProblem, words: ReturnType<typeof useConsole>["words"]): string {
  if (problem.code === "network") return words.common.failedNetwork;
  if (problem.code === "precondition_failed") return words.common.changedMeanwhile;
  return problem.message;
}

/** Replaces a list or a page that has nothing to show. */
export function EmptyState({
  sign,
  title,
  text,
  action,
}: {
  sign: IconName;
  title: string;
  text?: ComponentChildren;
  action?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <span class="empty-sign">{icon(sign, 22)}</span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div class="empty-action">{action}</div>}
    </div>
  );
}

/** Shows a page only to people whose role is sufficient, and tells others what to do. */
export function Needs({ role, children }: { role: Role; children: ComponentChildren }): JSX.Element {
  const { me, words } = useConsole();
  if (me.value && includesRole(me.value.role, role)) return <>{children}</>;
  return (
    <EmptyState
      sign="shield"
      title={words.common.roleTitle}
      text={words.common.roleText(words.vocabulary.roles[role])}
    />
  );
}

/** Placeholder lines while something loads; not shown at first, when nobody would notice. */
export function SkeletonRows({ rows = 6 }: { rows?: number }): JSX.Element {
  const { words } = useConsole();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 120);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="skeleton" role="status" aria-label={words.common.loading}>
      {isLate && Array.from({ length: rows }, (_, row) => <span key={row} class="skeleton-row" />)}
    </div>
  );
}

/** The button below a list that has more items; nothing below one that is complete. */
export function LoadMore({
  list: { hasMore, isLoadingMore, loadMore },
}: {
  list: Pick<PagedResource<unknown>, "hasMore" | "isLoadingMore" | "loadMore">;
}): JSX.Element | null {
  const { words } = useConsole();
  if (!hasMore) return null;
  return (
    <div class="more">
      <button type="button" class="button" disabled={isLoadingMore} onClick={loadMore}>
        {words.common.loadMore}
      </button>
    </div>
  );
}
