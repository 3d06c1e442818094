import type { Sentences } from "./sentences.ts";

/** The sentences in French. */
export const fr: Sentences = {
  greeting: "Bonjour ! Posez-moi une question, et je chercherai la réponse dans la documentation.",
  thanks: "Je vous en prie ! Souhaitez-vous savoir autre chose ?",
  farewell: "Au revoir ! Revenez dès que vous avez une question.",
  acknowledgement: "Très bien. Souhaitez-vous savoir autre chose ?",
  about:
    "Je réponds aux questions par des passages de la documentation de ce site, mot pour mot, avec un lien vers leur source. Posez votre question avec vos mots ; quelques mots-clés suffisent.",
  nothingFound:
    "Je n'ai rien trouvé à ce sujet ici. Essayez d'autres mots, par exemple le nom du produit ou du sujet.",
  closest: "Je n'en suis pas sûr, mais voici ce qui s'en rapproche le plus :",
  unsure: "Je ne suis pas sûr de la réponse.",
  mayHelp: "Ces sections peuvent vous aider :",
  related: "Voir aussi :",
  source: "Source :",
  noKnowledge: "Je n'ai pas encore de documentation pour répondre.",
  searchFailed: "Je n'ai pas pu consulter la documentation. Veuillez reposer votre question dans un instant.",
  requestMade: "C'est fait.",
  requestFailed: "Cela n'a pas fonctionné. Je ne peux pas dire si quelque chose a été modifié.",
  notSent: "Rien n'a été envoyé.",
  whichTopic: "Votre question peut concerner plusieurs sujets. Lequel ?",
  topicHeader: "Sujet",
  otherLanguage: "La documentation est ici en {language}.",
};
