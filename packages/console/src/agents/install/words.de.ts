import type { Words } from "../../app/words/words.ts";

/** Den Chat auf eine Seite bringen und prüfen, ob er dort funktioniert. */
export const install: Words["install"] = {
  tab: "Einbau",
  key: "Schlüssel",
  noKey: "Noch kein Schlüssel für Seiten",
  noKeyText:
    "Ein Schlüssel verbindet eine Website mit diesem Agenten. Erzeugen Sie einen, um das Tag für Ihre Seiten zu bekommen.",
  createKey: "Schlüssel erzeugen",
  tag: "Das Tag",
  tagText:
    "Fügen Sie es auf Ihren Seiten direkt vor </body> ein. Es ist kein Geheimnis: Besucher können es in der Seite lesen.",
  tagHidden:
    "Das Tag dieses Schlüssels wurde nicht gespeichert. Ersetzen Sie den Schlüssel, um ein neues Tag zu bekommen.",
  toKeys: "Zu den Schlüsseln",
  show: "Tag zeigen",
  how: "So bauen Sie es ein",
  platforms: {
    html: {
      name: "HTML",
      steps: [
        "Öffnen Sie die Datei oder die Vorlage, die alle Seiten gemeinsam haben.",
        "Fügen Sie das Tag direkt vor </body> ein.",
        "Speichern und veröffentlichen Sie.",
      ],
    },
    wordpress: {
      name: "WordPress",
      steps: [
        "Installieren Sie ein Plugin für Code in der Fußzeile, etwa WPCode, oder nehmen Sie das, das Sie schon haben.",
        "Öffnen Sie in WPCode „Code Snippets › Header & Footer“ und fügen Sie das Tag unter „Footer“ ein.",
        "Speichern Sie und leeren Sie den Cache Ihres Caching-Plugins.",
      ],
    },
    shopify: {
      name: "Shopify",
      steps: [
        "Öffnen Sie „Onlineshop › Themes“ und neben Ihrem Theme „⋯ › Code bearbeiten“.",
        "Öffnen Sie layout/theme.liquid und fügen Sie das Tag direkt vor </body> ein.",
        "Speichern Sie.",
      ],
    },
    squarespace: {
      name: "Squarespace",
      steps: [
        "Öffnen Sie „Website-Tools › Code-Injektion“. Dafür ist ein Tarif nötig, der Code erlaubt.",
        "Fügen Sie das Tag unter „Fußzeile“ ein.",
        "Speichern Sie.",
      ],
    },
    webflow: {
      name: "Webflow",
      steps: [
        "Öffnen Sie „Site settings › Custom code“. Dafür ist ein bezahlter Tarif nötig.",
        "Fügen Sie das Tag unter „Footer code“ ein und speichern Sie.",
        "Veröffentlichen Sie die Website.",
      ],
    },
    tagManager: {
      name: "Tag-Manager",
      steps: [
        "Legen Sie ein Tag der Art „Benutzerdefiniertes HTML“ mit dem Code unten an: Viele Tag-Manager lassen Teile eines Tags weg, das unverändert eingefügt wird.",
        "Lassen Sie es auf allen Seiten auslösen.",
        "Veröffentlichen Sie. Die Prüfung unten sieht nicht, was ein Tag-Manager einfügt: Öffnen Sie eine Seite und sehen Sie dann unter „Gesehene Websites“ nach.",
      ],
    },
    react: {
      name: "React",
      steps: [
        "Fügen Sie das Paket @servicechat/embed hinzu.",
        "Setzen Sie die Komponente einmal in Ihr oberstes Layout.",
      ],
    },
    vue: {
      name: "Vue",
      steps: [
        "Fügen Sie das Paket @servicechat/embed hinzu.",
        "Setzen Sie die Komponente einmal in App.vue.",
      ],
    },
  },
  code: "Code",
  check: "Funktioniert es auf meiner Seite?",
  checkText: "Der Dienst ruft die Seite ab und sucht, was den Chat dort behindert.",
  url: "Adresse der Seite",
  checkAction: "Seite prüfen",
  checking: "Wird geprüft …",
  good: "Das Tag ist auf der Seite, und nichts blockiert es.",
  found: (count: number) => (count === 1 ? "1 Problem gefunden" : `${count} Probleme gefunden`),
  status: (status: number) => `Der Server hat mit ${status} geantwortet`,
  findings: {
    no_tag: "Das Tag fehlt",
    other_key: "Auf der Seite steht ein anderer Schlüssel",
    not_async: "Die Seite wartet auf das Tag",
    wrong_service: "Das Tag führt zu einem anderen Dienst",
    site_not_allowed: "Die Website ist nicht erlaubt",
    csp_script: "Eine Sicherheitsrichtlinie blockiert das Skript",
    csp_frame: "Eine Sicherheitsrichtlinie blockiert das Chatfenster",
    csp_connect: "Eine Sicherheitsrichtlinie blockiert Anfragen",
    csp_meta: "Die Richtlinie steht in der Seite selbst",
    not_reached: "Die Seite konnte nicht abgerufen werden",
    redirected_away: "Die Adresse führt zu einer anderen Website",
    consent_type: "Das Tag wird zurückgehalten",
  },
  seenOn: (site: string) => `Gesehen auf ${site}`,
  notSeen: "Noch auf keiner Website gesehen",
  notSeenText: "Öffnen Sie eine Seite mit dem Tag im Browser. Innerhalb einer Minute erscheint sie hier.",
  sites: "Gesehene Websites",
};
