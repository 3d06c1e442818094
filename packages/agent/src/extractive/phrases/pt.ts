import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Portuguese. */
export const pt: Phrases = {
  greeting: "Olá! Faça uma pergunta e procurarei a resposta nestas páginas.",
  thanks: "De nada! Deseja saber mais alguma coisa?",
  farewell: "Até logo! Volte sempre que tiver uma pergunta.",
  acknowledgement: "Certo. Deseja saber mais alguma coisa?",
  about:
    "Sou o assistente de chat deste site. Respondo com trechos das páginas dele, palavra por palavra, com o link da fonte. Pergunte com as suas palavras; algumas palavras-chave funcionam melhor.",
  nothingFound:
    "Não encontrei nada sobre isso aqui. Tente outras palavras, como o nome do produto ou do tema.",
  closest: "Não tenho certeza, mas isto é o que mais se aproxima:",
  unsure: "Não encontrei a resposta aqui.",
  mayHelp: "Estas seções podem ajudar:",
  related: relatedHeadings.pt,
  source: "Fonte:",
  searchedFor: "Procurei por “{query}”.",
  noKnowledge: "Ainda não tenho conteúdo para responder.",
  searchFailed: "Não consegui pesquisar agora. Pergunte de novo daqui a pouco.",
  requestMade: "Feito.",
  requestFailed: "Não funcionou. Não sei dizer se algo foi alterado.",
  notSent: "Nada foi enviado.",
  whichTopic: "A pergunta pode ser sobre vários temas. A qual deles se refere?",
  topicHeader: "Tema",
  otherLanguage: "Estas páginas estão em {language}.",
};
