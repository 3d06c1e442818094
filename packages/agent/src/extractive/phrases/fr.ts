import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in French. */
export const fr: Phrases = {
  greeting: "Bonjour\u00a0! Posez-moi une question, et je chercherai la réponse dans ces pages.",
  thanks: "Je vous en prie\u00a0! Souhaitez-vous savoir autre chose\u00a0?",
  farewell: "Au revoir\u00a0! Revenez dès que vous avez une question.",
  acknowledgement: "Très bien. Souhaitez-vous savoir autre chose\u00a0?",
  about:
    "Je suis l’assistant de ce site. Je réponds par des passages de ses pages, mot pour mot, avec un lien vers leur source. Posez votre question avec vos mots\u00a0; quelques mots-clés donnent les meilleurs résultats.",
  nothingFound:
    "Je n’ai rien trouvé à ce sujet ici. Essayez d’autres mots, par exemple le nom du produit ou du sujet.",
  closest: "Je n’en suis pas certain, mais voici ce qui s’en rapproche le plus\u00a0:",
  unsure: "Je n’ai pas trouvé la réponse ici.",
  mayHelp: "Ces sections peuvent vous aider\u00a0:",
  related: relatedHeadings.fr,
  source: "Source\u00a0:",
  searchedFor: "J’ai cherché «\u00a0{query}\u00a0».",
  noKnowledge: "Je n’ai pas encore de contenu me permettant de répondre.",
  searchFailed: "Je n’ai pas pu faire la recherche. Veuillez reposer votre question dans un instant.",
  requestMade: "C’est fait.",
  requestFailed: "Cela n’a pas fonctionné. Je ne peux pas dire si quelque chose a été modifié.",
  notSent: "Rien n’a été envoyé.",
  whichTopic: "Votre question peut concerner plusieurs sujets. Lequel voulez-vous dire\u00a0?",
  topicHeader: "Sujet",
  otherLanguage: "Ces pages sont en {language}.",
};
