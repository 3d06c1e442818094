import type { Sentences } from "./sentences.ts";

/** The sentences in Spanish. */
export const es: Sentences = {
  greeting: "¡Hola! Hágame una pregunta y buscaré la respuesta en la documentación.",
  thanks: "¡De nada! ¿Desea saber algo más?",
  farewell: "¡Hasta luego! Vuelva cuando tenga una pregunta.",
  acknowledgement: "Bien. ¿Desea saber algo más?",
  about:
    "Respondo con fragmentos literales de la documentación de este sitio y enlazo de dónde proceden. Pregunte con sus palabras; bastan unas pocas palabras clave.",
  nothingFound:
    "No he encontrado nada sobre eso aquí. Pruebe con otras palabras, como el nombre del producto o del tema.",
  closest: "No estoy seguro, pero esto es lo más parecido:",
  unsure: "No estoy seguro de la respuesta.",
  mayHelp: "Estas secciones pueden ayudarle:",
  related: "Temas relacionados:",
  source: "Fuente:",
  noKnowledge: "Todavía no tengo documentación con la que responder.",
  searchFailed: "No he podido buscar en la documentación. Vuelva a preguntar dentro de un momento.",
  requestMade: "Hecho.",
  requestFailed: "No ha funcionado. No puedo saber si algo ha cambiado.",
  notSent: "No se ha enviado nada.",
  whichTopic: "Su pregunta puede referirse a varios temas. ¿A cuál?",
  topicHeader: "Tema",
  otherLanguage: "La documentación aquí está en {language}.",
};
