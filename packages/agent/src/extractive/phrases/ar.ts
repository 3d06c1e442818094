import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Arabic. */
export const ar: Phrases = {
  greeting: "مرحبًا! اطرح سؤالك وسأبحث عن الإجابة في هذه الصفحات.",
  thanks: "على الرحب والسعة! هل تريد معرفة شيء آخر؟",
  farewell: "إلى اللقاء! عُد متى كان لديك سؤال.",
  acknowledgement: "حسنًا. هل تريد معرفة شيء آخر؟",
  about:
    "أنا مساعد المحادثة في هذا الموقع. أجيب بمقاطع حرفية من صفحاته مع رابط مصدرها. اسأل بكلماتك؛ وبضع كلمات مفتاحية تعطي أفضل النتائج.",
  nothingFound: "لم أجد شيئًا عن ذلك هنا. جرّب كلمات أخرى، مثل اسم المنتج أو الموضوع.",
  closest: "لست متأكدًا، لكن هذا هو الأقرب:",
  unsure: "لم أجد الإجابة عن ذلك هنا.",
  mayHelp: "قد تساعدك هذه الأقسام:",
  related: relatedHeadings.ar,
  source: "المصدر:",
  searchedFor: "بحثت عن «{query}».",
  noKnowledge: "ليس لدي محتوى أجيب منه بعد.",
  searchFailed: "تعذّر البحث الآن. يرجى السؤال مرة أخرى بعد قليل.",
  requestMade: "تم.",
  requestFailed: "لم ينجح ذلك. لا يمكنني معرفة ما إذا كان شيء قد تغيّر.",
  notSent: "لم يُرسل شيء.",
  whichTopic: "قد يتعلق هذا بعدة مواضيع. أيها تقصد؟",
  topicHeader: "الموضوع",
  otherLanguage: "لغة هذه الصفحات: {language}.",
};
