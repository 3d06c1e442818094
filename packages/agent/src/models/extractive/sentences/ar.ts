import type { Sentences } from "./sentences.ts";

/** The sentences in Arabic. */
export const ar: Sentences = {
  greeting: "مرحبًا! اطرح سؤالك وسأبحث عن الإجابة في هذه الصفحات.",
  thanks: "على الرحب والسعة! هل تريد معرفة شيء آخر؟",
  farewell: "إلى اللقاء! عد متى كان لديك سؤال.",
  acknowledgement: "حسنًا. هل تريد معرفة شيء آخر؟",
  about:
    "أجيب عن الأسئلة بمقاطع حرفية من صفحات هذا الموقع مع رابط مصدرها. اسأل بكلماتك؛ تكفي بضع كلمات مفتاحية.",
  nothingFound: "لم أجد شيئًا عن ذلك هنا. جرّب كلمات أخرى، مثل اسم المنتج أو الموضوع.",
  closest: "لست متأكدًا، لكن هذا هو الأقرب:",
  unsure: "لم أجد الإجابة عن ذلك هنا.",
  mayHelp: "قد تساعدك هذه الأقسام:",
  related: "مواضيع ذات صلة:",
  source: "المصدر:",
  searchedFor: "بحثت عن «{query}».",
  noKnowledge: "ليس لدي ما أجيب منه بعد.",
  searchFailed: "تعذّر البحث الآن. يرجى السؤال مرة أخرى بعد قليل.",
  requestMade: "تم.",
  requestFailed: "لم ينجح ذلك. لا يمكنني معرفة ما إذا تغيّر شيء.",
  notSent: "لم يُرسل شيء.",
  whichTopic: "قد يتعلق هذا بعدة مواضيع. أيها تقصد؟",
  topicHeader: "الموضوع",
  otherLanguage: "لغة هذه الصفحات: {language}.",
};
