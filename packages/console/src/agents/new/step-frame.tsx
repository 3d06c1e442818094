import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asProblem, type ApiProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import { FaultList } from "../../ui/fault-list.tsx";
import { icon } from "../../ui/icon.tsx";
import { problemText } from "../../ui/page.tsx";

/** The steps of the guide, in their order. */
export const steps = ["name", "purpose", "knowledge", "model", "look", "try", "install"] as const;
/** A step of the guide. */
export type Step = (typeof steps)[number];

/** The address of a step. */
export function stepHref(id: string, step: Step): string {
  return hrefOf("agents/new", { agent: id, step });
}

/** All steps, with those that can be opened as links. */
export function StepBar({
  id,
  current,
  last,
}: {
  /** The agent; `undefined` while it has no name. */
  id: string | undefined;
  current: Step;
  /** The last step that can be opened. */
  last: Step;
}): JSX.Element {
  const text = useConsole().words.newAgent;
  const at = steps.indexOf(current);
  return (
    <nav class="guide-bar" aria-label={text.steps}>
      <ol role="list">
        {steps.map((step, index) => {
          const isDone = index < at;
          const content = (
            <>
              <span class="guide-sign">{isDone ? icon("check", 13) : index + 1}</span>
              <span class="guide-name">{text.stepNames[step]}</span>
              {isDone && <span class="unseen">{text.done}</span>}
            </>
          );
          const isOpen = id !== undefined && index <= steps.indexOf(last);
          return (
            <li key={step} class={step === current ? "current" : isDone ? "done" : ""}>
              {isOpen ? (
                <a href={stepHref(id, step)} aria-current={step === current ? "step" : undefined}>
                  {content}
                </a>
              ) : (
                <span aria-current={step === current ? "step" : undefined}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p class="guide-where" aria-hidden="true">
        {text.stepOf(at + 1, steps.length)}: <b>{text.stepNames[current]}</b>
      </p>
    </nav>
  );
}

/** One step: what it asks, and the way to the next. */
export function StepFrame({
  title,
  lead,
  children,
  back,
  next,
  action,
}: {
  title: string;
  lead?: string;
  children: ComponentChildren;
  /** The address of the step before. */
  back?: string;
  /** Goes on; what it throws is shown, and the step stays open. Absent: there is no next step. */
  next?: (() => Promise<void>) | undefined;
  /** Label of the button that goes on. */
  action?: string;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.newAgent;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  // Whoever reads by ear or works by keyboard begins at the top of each step; a field with autofocus keeps the focus.
  useEffect(() => {
    // After the shell, which focuses the new page as a whole.
    const timer = setTimeout(() => {
      const field = heading.current?.parentElement?.querySelector<HTMLElement>("[autofocus]");
      (field ?? heading.current)?.focus();
    });
    return () => clearTimeout(timer);
  }, []);

  function goOn(): void {
    if (!next || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    next()
      .catch((thrown: unknown) => setProblem(asProblem(thrown)))
      .finally(() => setBusy(false));
  }

  return (
    <section class="guide-step">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p class="muted">{lead}</p>}
      {children}
      {problem && (
        <div role="alert">
          <p class="form-problem">{problemText(problem, words)}</p>
          {problem.faults.length > 0 && <FaultList faults={problem.faults} />}
        </div>
      )}
      {(back || next) && (
        <div class="guide-actions">
          {back && (
            <a class="button" href={back}>
              {text.back}
            </a>
          )}
          {next && (
            <button type="button" class="button primary" disabled={isBusy} onClick={goOn}>
              {isBusy ? text.working : (action ?? text.next)}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
