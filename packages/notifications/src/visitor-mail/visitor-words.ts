/** The texts of mails to visitors, besides the words of people. */
export interface VisitorMailWords {
  /** Of the agent, by its name. */
  readonly subject: (agent: string) => string;
  readonly wrote: (name: string) => string;
  /** Follows a person's name, so that they are not mistaken for the AI. */
  readonly person: string;
  /** Stands before the link. @param until a day */
  readonly goOn: (until: string) => string;
  /** Without a link. */
  readonly goBack: string;
  readonly why: string;
}

/** In the languages of the chat. */
const words = {
  en: {
    person: "a person",
    subject: (agent) => `${agent}: you have a reply`,
    wrote: (name) => `${name} wrote:`,
    goOn: (until) => `Continue the chat here. The link works once, until ${until}:`,
    goBack: "To reply, go back to the page where you started the chat.",
    why: "You are receiving this email because you left your address in the chat. Replies to this email may not be read.",
  },
  de: {
    person: "ein Mensch",
    subject: (agent) => `${agent}: Sie haben eine Antwort`,
    wrote: (name) => `${name} schrieb:`,
    goOn: (until) => `Hier geht der Chat weiter. Der Link lässt sich einmal verwenden, bis zum ${until}:`,
    goBack: "Zum Antworten öffnen Sie bitte die Seite, auf der Sie den Chat begonnen haben.",
    why: "Sie erhalten diese E-Mail, weil Sie im Chat Ihre Adresse hinterlassen haben. Antworten auf diese E-Mail werden möglicherweise nicht gelesen.",
  },
  fr: {
    person: "une personne",
    subject: (agent) => `${agent}\u00a0: vous avez une réponse`,
    wrote: (name) => `${name} a écrit\u00a0:`,
    goOn: (until) =>
      `Poursuivez la discussion ici. Ce lien fonctionne une seule fois, jusqu’au ${until}\u00a0:`,
    goBack: "Pour répondre, revenez à la page où vous avez commencé la discussion.",
    why: "Vous recevez cet e-mail parce que vous avez laissé votre adresse dans la discussion. Les réponses à cet e-mail ne seront peut-être pas lues.",
  },
  es: {
    person: "una persona",
    subject: (agent) => `${agent}: tiene una respuesta`,
    wrote: (name) => `${name} escribió:`,
    goOn: (until) => `Continúe el chat aquí. El enlace funciona una sola vez, hasta el ${until}:`,
    goBack: "Para responder, vuelva a la página donde empezó el chat.",
    why: "Recibe este correo porque dejó su dirección en el chat. Es posible que no se lean las respuestas a este correo.",
  },
  it: {
    person: "una persona",
    subject: (agent) => `${agent}: ha ricevuto una risposta`,
    wrote: (name) => `${name} ha scritto:`,
    goOn: (until) => `Continui la chat qui. Il link funziona una sola volta, fino al giorno ${until}:`,
    goBack: "Per rispondere, torni alla pagina in cui ha iniziato la chat.",
    why: "Riceve questa e-mail perché ha lasciato il suo indirizzo nella chat. Le risposte a questa e-mail potrebbero non essere lette.",
  },
  pt: {
    person: "uma pessoa",
    subject: (agent) => `${agent}: você tem uma resposta`,
    wrote: (name) => `${name} escreveu:`,
    goOn: (until) => `Continue a conversa aqui. O link funciona uma única vez, até ${until}:`,
    goBack: "Para responder, volte à página onde você iniciou a conversa.",
    why: "Você recebe este e-mail porque deixou seu endereço na conversa. As respostas a este e-mail podem não ser lidas.",
  },
  nl: {
    person: "een mens",
    subject: (agent) => `${agent}: u hebt een antwoord`,
    wrote: (name) => `${name} schreef:`,
    goOn: (until) => `Ga hier verder met de chat. De link werkt één keer, tot ${until}:`,
    goBack: "Ga om te antwoorden terug naar de pagina waar u de chat begon.",
    why: "U ontvangt deze e-mail omdat u uw adres in de chat hebt achtergelaten. Antwoorden op deze e-mail worden mogelijk niet gelezen.",
  },
  pl: {
    person: "człowiek",
    subject: (agent) => `${agent}: masz odpowiedź`,
    wrote: (name) => `${name} pisze:`,
    goOn: (until) => `Tutaj możesz kontynuować czat. Link działa tylko raz, do ${until}:`,
    goBack: "Aby odpowiedzieć, wróć na stronę, na której rozpoczęto czat.",
    why: "Otrzymujesz tę wiadomość, ponieważ w czacie podano ten adres. Odpowiedzi na tę wiadomość mogą nie zostać przeczytane.",
  },
  tr: {
    person: "insan",
    subject: (agent) => `${agent}: bir yanıtınız var`,
    wrote: (name) => `${name} yazdı:`,
    goOn: (until) =>
      `Sohbete buradan devam edin. Bağlantı yalnızca bir kez, ${until} tarihine kadar kullanılabilir:`,
    goBack: "Yanıtlamak için sohbete başladığınız sayfaya dönün.",
    why: "Bu e-postayı, sohbette adresinizi bıraktığınız için alıyorsunuz. Bu e-postaya verilen yanıtlar okunmayabilir.",
  },
  ja: {
    person: "担当者",
    subject: (agent) => `${agent}：返信が届いています`,
    wrote: (name) => `${name}さんからのメッセージ：`,
    goOn: (until) => `チャットの続きはこちらから。リンクは${until}まで、一度だけ有効です：`,
    goBack: "返信するには、チャットを始めたページに戻ってください。",
    why: "チャットでメールアドレスをご入力いただいたため、このメールをお送りしています。このメールへの返信は読まれない場合があります。",
  },
  zh: {
    person: "人工",
    subject: (agent) => `${agent}：您有一条新回复`,
    wrote: (name) => `${name} 写道：`,
    goOn: (until) => `请在此继续对话。链接仅可使用一次，有效期至${until}：`,
    goBack: "如需回复，请返回您开始对话的页面。",
    why: "您收到此邮件是因为您在对话中留下了邮箱地址。对此邮件的回复可能无人查看。",
  },
  ar: {
    person: "شخص",
    subject: (agent) => `${agent}: لديك رد`,
    wrote: (name) => `كتب ${name}:`,
    goOn: (until) => `تابع المحادثة من هنا. يعمل الرابط مرة واحدة، حتى ${until}:`,
    goBack: "للرد، عُد إلى الصفحة التي بدأت فيها المحادثة.",
    why: "تصلك هذه الرسالة لأنك تركت عنوانك في المحادثة. قد لا تُقرأ الردود على هذه الرسالة.",
  },
} satisfies Record<string, VisitorMailWords>;

/** The words of a language, by its primary subtag; English if the chat does not support it. */
export function visitorWordsIn(language: string | null): VisitorMailWords & { readonly lang: string } {
  const lang = /^[a-z]+/i.exec(language ?? "")?.[0].toLowerCase() ?? "";
  const isSpoken = (name: string): name is keyof typeof words => Object.hasOwn(words, name);
  return isSpoken(lang) ? { lang, ...words[lang] } : { lang: "en", ...words.en };
}
