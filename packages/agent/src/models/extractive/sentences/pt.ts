import type { Sentences } from "./sentences.ts";

/** The sentences in Portuguese. */
export const pt: Sentences = {
  greeting: "Olá! Faça uma pergunta e procurarei a resposta na documentação.",
  thanks: "De nada! Deseja saber mais alguma coisa?",
  farewell: "Até logo! Volte sempre que tiver uma pergunta.",
  acknowledgement: "Certo. Deseja saber mais alguma coisa?",
  about:
    "Respondo com trechos da documentação deste site, palavra por palavra, com o link da fonte. Pergunte com as suas palavras; bastam algumas palavras-chave.",
  nothingFound:
    "Não encontrei nada sobre isso aqui. Tente outras palavras, como o nome do produto ou do tema.",
  closest: "Não tenho certeza, mas isto é o que mais se aproxima:",
  unsure: "Não tenho certeza da resposta.",
  mayHelp: "Estas seções podem ajudar:",
  related: "Temas relacionados:",
  source: "Fonte:",
  noKnowledge: "Ainda não tenho documentação para responder.",
  searchFailed: "Não consegui pesquisar na documentação. Pergunte de novo daqui a pouco.",
  requestMade: "Feito.",
  requestFailed: "Não funcionou. Não sei dizer se algo foi alterado.",
  notSent: "Nada foi enviado.",
  whichTopic: "A pergunta pode ser sobre vários temas. Qual deles?",
  topicHeader: "Tema",
  otherLanguage: "A documentação aqui está em {language}.",
};
