import type { Sentences } from "./sentences.ts";

/** The sentences in French. */
export const fr: Sentences = {
  greeting: "Bonjour ! Posez-moi une question, et je chercherai la réponse dans ces pages.",
  thanks: "Je vous en prie ! Souhaitez-vous savoir autre chose ?",
  farewell: "Au revoir ! Revenez dès que vous avez une question.",
  acknowledgement: "Très bien. Souhaitez-vous savoir autre chose ?",
  about:
    "Je réponds aux questions par des passages des pages de ce site, mot pour mot, avec un lien vers leur source. Posez votre question avec vos mots ; quelques mots-clés suffisent.",
  nothingFound:
    "Je n'ai rien trouvé à ce sujet ici. Essayez d'autres mots, par exemple le nom du produit ou du sujet.",
  closest: "Je n'en suis pas sûr, mais voici ce qui s'en rapproche le plus :",
  unsure: "Je n'ai pas trouvé la réponse ici.",
  mayHelp: "Ces sections peuvent vous aider :",
  related: "Voir aussi :",
  source: "Source :",
  searchedFor: "J'ai cherché « {query} ».",
  noKnowledge: "Je n'ai encore rien qui me permette de répondre.",
  searchFailed: "Je n'ai pas pu faire la recherche. Veuillez reposer votre question dans un instant.",
  requestMade: "C'est fait.",
  requestFailed: "Cela n'a pas fonctionné. Je ne peux pas dire si quelque chose a été modifié.",
  notSent: "Rien n'a été envoyé.",
  whichTopic: "Votre question peut concerner plusieurs sujets. Lequel ?",
  topicHeader: "Sujet",
  otherLanguage: "Ces pages sont en {language}.",
};
