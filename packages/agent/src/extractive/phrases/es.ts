import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Spanish. */
export const es: Phrases = {
  greeting: "¡Hola! Hágame una pregunta y buscaré la respuesta en estas páginas.",
  thanks: "¡De nada! ¿Desea saber algo más?",
  farewell: "¡Hasta luego! Vuelva cuando tenga una pregunta.",
  acknowledgement: "Bien. ¿Desea saber algo más?",
  about:
    "Soy el asistente de chat de este sitio. Respondo con fragmentos literales de sus páginas y enlazo la fuente. Pregunte con sus propias palabras; lo mejor son unas pocas palabras clave.",
  nothingFound:
    "No he encontrado nada sobre eso aquí. Pruebe con otras palabras, como el nombre del producto o del tema.",
  closest: "No estoy seguro, pero esto es lo más parecido:",
  unsure: "No he encontrado aquí la respuesta.",
  mayHelp: "Estas secciones pueden ayudarle:",
  related: relatedHeadings.es,
  source: "Fuente:",
  searchedFor: "He buscado «{query}».",
  noKnowledge: "Todavía no tengo contenido con el que responder.",
  searchFailed: "Ahora mismo no he podido consultarlo. Vuelva a preguntar dentro de un momento.",
  requestMade: "Hecho.",
  requestFailed: "No ha funcionado. No puedo saber si algo ha cambiado.",
  notSent: "No se ha enviado nada.",
  whichTopic: "Su pregunta puede referirse a varios temas. ¿A cuál se refiere?",
  topicHeader: "Tema",
  otherLanguage: "Estas páginas están en {language}.",
};
