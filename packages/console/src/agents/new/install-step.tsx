import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Key, KeySite, NewKey, Page as ListPage } from "@servicechat/contract/admin";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import { Field, Form } from "../../ui/form.tsx";
import { icon, type IconName } from "../../ui/icon.tsx";
import { Loaded, problemText, SkeletonRows } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { Time } from "../../ui/time.tsx";
import { useResource } from "../../ui/use-resource.ts";
import { KeyTagSection } from "../install/key-tag.tsx";
import { allowedSites } from "./allowed-sites.ts";
import { StepFrame, stepHref } from "./step-frame.tsx";
import { agentPath, type NewAgent } from "./use-new-agent.ts";

/** How often the page looks whether the tag was seen, in milliseconds. */
const lookEveryMs = 5_000;

/** Creates a key for the sites, shows its tag, and says when a page was seen with it. */
export function InstallStep({ agent, name }: { agent: NewAgent; name: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.newAgent;
  const key = useResource<Key | null>(`key ${agent.id}`, async (signal) => {
    const { items } = await api.get<ListPage<Key>>("keys", { agent: agent.id, limit: 200 }, signal);
    return items.find(({ revokedAt, endsAt, serverSide }) => !revokedAt && !endsAt && !serverSide) ?? null;
  });
  return (
    <StepFrame title={text.installTitle} back={stepHref(agent.id, "try")}>
      <Loaded resource={key} skeleton={<SkeletonRows rows={3} />}>
        {(found) =>
          found ? (
            <>
              <NotLive agent={agent} />
              <TagOf item={found} changed={key.reload} />
              <NextSteps agent={agent} />
            </>
          ) : (
            <SitesForm
              create={async (allowed) => {
                await agent.apply();
                const body = { agent: agent.id, allowed, name };
                key.replace(await api.send<NewKey>("POST", "keys", { body }));
              }}
            />
          )
        }
      </Loaded>
    </StepFrame>
  );
}

function SitesForm({ create }: { create: (allowed: readonly string[]) => Promise<void> }): JSX.Element {
  const text = useConsole().words.newAgent;
  const [written, setWritten] = useState("");
  const allowed = allowedSites(written);
  return (
    <Form submit={() => create(allowed)} action={text.makeTag}>
      <p class="muted">{text.installLead}</p>
      <Field label={text.sites} hint={text.sitesHint}>
        {(tied) => (
          <textarea
            {...tied}
            rows={2}
            required
            spellcheck={false}
            autocapitalize="none"
            placeholder="shop.example"
            value={written}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        )}
      </Field>
      {allowed.length > 0 && <p class="hint">{text.works(allowed.map(showHidden).join(", "))}</p>}
    </Form>
  );
}

/** The tag of a key, and whether a page was seen with it. */
function TagOf({ item, changed }: { item: Key; changed: () => void }): JSX.Element {
  const text = useConsole().words.newAgent;
  return (
    <div class="guide-block">
      <h3>{text.tag}</h3>
      <p class="muted">{text.tagText}</p>
      <KeyTagSection keyId={item.id} steps={false} />
      <p class="hint">{text.works(item.allowed.map(showHidden).join(", "))}</p>
      <SeenSites item={item} changed={changed} />
    </div>
  );
}

/** Looks every few seconds whether a page was seen with a key. */
function SeenSites({ item, changed }: { item: Key; changed: () => void }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.newAgent;
  const path = `keys/${encodeURIComponent(item.id)}`;
  const sites = useResource(`sites ${item.id}`, async (signal) => {
    return (await api.get<ListPage<KeySite>>(`${path}/sites`, { limit: 200 }, signal)).items;
  });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && sites.reload(), lookEveryMs);
    return () => clearInterval(timer);
  }, [item.id]);

  async function allow(origin: string): Promise<void> {
    try {
      const body = { allowed: [...item.allowed, origin] };
      await api.send<Key>("PATCH", path, { body, revision: item.revision });
      toast.value = words.keys.allowed(origin);
    } catch (thrown) {
      toast.value = problemText(asProblem(thrown), words);
    }
    changed();
  }

  const newest = (sites.value ?? []).toSorted((a, b) => b.lastAt.localeCompare(a.lastAt));
  const seen = newest.find(({ admitted }) => admitted > 0);
  const refused = newest.find(
    ({ admitted, refused: times, origin }) =>
      times > 0 && admitted === 0 && origin !== "others" && !item.allowed.includes(origin),
  );
  return (
    <div role="status">
      {seen ? (
        <p class="notice seen">
          {icon("check", 16)}
          <span>
            {text.seenOn(hostOf(seen.origin))}, <Time at={seen.lastAt} />
          </span>
        </p>
      ) : (
        <p class="notice">
          {icon("clock", 16)}
          <span>
            <b>{text.waiting}</b>
            <br />
            {text.waitingText}
          </span>
        </p>
      )}
      {refused && (
        <p class="notice warn">
          {icon("alert", 16)}
          <span>{text.refusedOn(hostOf(refused.origin))}</span>
          <button type="button" class="button small" onClick={() => void allow(refused.origin)}>
            {text.allow}
          </button>
        </p>
      )}
    </div>
  );
}

/** `shop.example` of `https://shop.example`, as people say it. */
const hostOf = (origin: string): string => showHidden(origin.replace(/^https:\/\//, ""));

/** Says that the file has changes that visitors do not get yet. */
function NotLive({ agent }: { agent: NewAgent }): JSX.Element | null {
  const { words, toast } = useConsole();
  const text = words.newAgent;
  if (agent.live === undefined || agent.file === agent.live.file) return null;
  const apply = (): Promise<void> =>
    agent.apply().catch((thrown: unknown) => {
      toast.value = problemText(asProblem(thrown), words);
    });
  return (
    <p class="notice warn">
      {icon("alert", 16)}
      <span>{text.notLive}</span>
      <button type="button" class="button small" onClick={() => void apply()}>
        {text.makeLive}
      </button>
    </p>
  );
}

function NextSteps({ agent }: { agent: NewAgent }): JSX.Element {
  const text = useConsole().words.newAgent;
  const links: readonly { sign: IconName; href: string; name: string; text: string }[] = [
    { sign: "inbox", href: hrefOf("inbox"), name: text.nextInbox, text: text.nextInboxText },
    { sign: "gaps", href: hrefOf("gaps"), name: text.nextGaps, text: text.nextGapsText },
    { sign: "person", href: hrefOf("settings/people"), name: text.nextPeople, text: text.nextPeopleText },
    {
      sign: "agents",
      href: hrefOf(`${agentPath(agent.id)}/file`),
      name: text.nextAgent,
      text: text.nextAgentText,
    },
  ];
  return (
    <div class="guide-block">
      <h3>{text.nextTitle}</h3>
      <ul class="rows" role="list">
        {links.map(({ sign, href, name, text: detail }) => (
          <li key={href}>
            <a class="row" href={href}>
              <span class="entry-sign">{icon(sign, 16)}</span>
              <span class="row-main">
                <span class="row-title">{name}</span>
                <span class="row-detail">{detail}</span>
              </span>
              {icon("forward", 16)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
