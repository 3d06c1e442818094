import type { Words } from "../app/words/words.ts";

/** Keys, and the sites that use them. */
export const keys: Words["keys"] = {
  title: "Schlüssel",
  create: "Neuer Schlüssel",
  emptyTitle: "Noch keine Schlüssel",
  emptyText:
    "Ein Schlüssel verbindet eine Website mit einem Agenten. Erzeugen Sie einen und setzen Sie sein Tag auf Ihre Seiten.",
  agent: "Agent",
  name: "Name",
  nameHint: "Zu Ihrer Orientierung, etwa „Shop“ oder „Hilfeseiten“.",
  sites: "Erlaubte Websites",
  sitesHint: "Ein Ursprung pro Zeile, etwa https://shop.example oder https://*.shop.example.",
  rate: "Anfragen pro Minute",
  rateHint: "Darüber hinausgehende Anfragen werden abgewiesen.",
  serverSide: "Für einen eigenen Server",
  serverSideHint:
    "Anfragen ohne Website werden angenommen. Setzen Sie einen solchen Schlüssel nie auf eine Seite.",
  createTitle: "Neuer Schlüssel",
  createAction: "Schlüssel erzeugen",
  made: "Ihr neuer Schlüssel",
  madeText:
    "Fügen Sie das Tag auf den erlaubten Websites vor </body> ein. Sie finden es beim Agenten unter „Einbau“ wieder; ein Schlüssel für einen eigenen Server wird nur jetzt gezeigt.",
  key: "Schlüssel",
  tag: "Tag für Ihre Seiten",
  unnamed: "Schlüssel ohne Namen",
  revoked: "Widerrufen",
  ends: "Endet",
  edit: "Ändern",
  editTitle: "Schlüssel ändern",
  rotate: "Ersetzen",
  rotateTitle: "Diesen Schlüssel ersetzen?",
  rotateText:
    "Sie bekommen einen neuen Schlüssel mit denselben Einstellungen. Der bisherige gilt noch eine Weile, damit Sie Ihre Seiten ändern können.",
  overlap: "Stunden, die der bisherige Schlüssel noch gilt",
  rotateAction: "Schlüssel ersetzen",
  revoke: "Widerrufen",
  revokeTitle: "Diesen Schlüssel widerrufen?",
  revokeText:
    "Der Chat verschwindet sofort von allen Seiten mit diesem Schlüssel. Das lässt sich nicht rückgängig machen.",
  revokedNow: "Schlüssel widerrufen",
  changed: "Schlüssel geändert",
  seen: "Gesehene Websites",
  seenNone:
    "Noch hat keine Website diesen Schlüssel benutzt. Setzen Sie sein Tag auf eine Seite einer erlaubten Website.",
  admitted: (count: string) => `${count} zugelassen`,
  refused: (count: string) => `${count} abgewiesen`,
  others: "weitere Websites",
  allow: "Diese Website erlauben",
  allowed: (origin: string) => `${origin} ist jetzt erlaubt`,
  noSites: "keine Website erlaubt",
  showRevoked: "Widerrufene zeigen",
  hideRevoked: "Widerrufene verbergen",
};
