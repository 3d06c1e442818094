import type { ComponentType, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Role } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import type { RouteProps } from "../app/pages.tsx";
import { Needs, Page } from "../ui/page.tsx";
import type { Words } from "../app/words/words.ts";
import { AuditSection } from "./audit/audit-section.tsx";
import { CannedSection } from "./canned-section.tsx";
import { HealthSection } from "./health-section.tsx";
import { LetterSection } from "./letter-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { SecretsSection } from "./secrets-section.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import { TokensSection } from "./tokens-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

/** The sections, and the role that each needs. */
const sections: readonly {
  readonly name: keyof Words["settings"]["sections"];
  readonly role: Role;
  readonly Section: ComponentType;
}[] = [
  { name: "people", role: "owner", Section: PeopleSection },
  { name: "sign-in", role: "viewer", Section: SignInSection },
  { name: "tokens", role: "owner", Section: TokensSection },
  { name: "secrets", role: "editor", Section: SecretsSection },
  { name: "notifications", role: "viewer", Section: NotificationsSection },
  { name: "canned", role: "responder", Section: CannedSection },
  { name: "webhooks", role: "owner", Section: WebhooksSection },
  { name: "letter", role: "owner", Section: LetterSection },
  { name: "mail", role: "owner", Section: MailSection },
  { name: "privacy", role: "viewer", Section: PrivacySection },
  { name: "audit", role: "owner", Section: AuditSection },
  { name: "health", role: "editor", Section: HealthSection },
];

/** The settings, one section at a time. */
export function page({ rest }: RouteProps): JSX.Element {
  const { words } = useConsole();
  const text = words.settings;
  const [name = "sign-in"] = rest;
  const found = sections.find((section) => section.name === name);
  const tabs = useRef<HTMLElement>(null);
  // On a phone not all sections fit, so the open one is scrolled into view.
  useEffect(() => {
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [name]);
  const { role, Section } = found ?? { role: "viewer" as const, Section: SignInSection };
  return (
    <Page
      title={text.title}
      bar={
        <nav class="tabs" aria-label={text.title} ref={tabs}>
          {sections.map((section) => (
            <a
              key={section.name}
              href={hrefOf(`settings/${section.name}`)}
              aria-current={section.name === name ? "page" : undefined}
            >
              {text.sections[section.name]}
            </a>
          ))}
        </nav>
      }
    >
      <Needs role={role}>
        <Section />
      </Needs>
    </Page>
  );
}
