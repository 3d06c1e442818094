import { relatedHeadings } from "@servicechat/contract";
import type { Phrases } from "./phrases.ts";

/** The phrases in Turkish. */
export const tr: Phrases = {
  greeting: "Merhaba! Bir soru sorun, yanıtını bu sayfalarda arayayım.",
  thanks: "Rica ederim! Başka bir şey öğrenmek ister misiniz?",
  farewell: "Hoşça kalın! Sorunuz olduğunda yine bekleriz.",
  acknowledgement: "Tamam. Başka bir şey öğrenmek ister misiniz?",
  about:
    "Bu sitenin sohbet asistanıyım. Soruları sitenin sayfalarından birebir alıntılarla yanıtlar ve kaynağını gösteririm. Kendi sözlerinizle sorun; en iyi sonucu birkaç anahtar kelime verir.",
  nothingFound: "Bu konuda burada bir şey bulamadım. Ürünün ya da konunun adı gibi başka kelimeler deneyin.",
  closest: "Emin değilim ama en yakın bölüm şu:",
  unsure: "Bunun yanıtını burada bulamadım.",
  mayHelp: "Şu bölümler yardımcı olabilir:",
  related: relatedHeadings.tr,
  source: "Kaynak:",
  searchedFor: "Aranan: “{query}”.",
  noKnowledge: "Henüz yanıt verirken başvurabileceğim bir içerik yok, bu yüzden yardımcı olamıyorum.",
  searchFailed: "Şu anda arama yapamadım. Lütfen birazdan yeniden sorun.",
  requestMade: "Tamamlandı.",
  requestFailed: "İşlem başarısız oldu. Bir şeyin değişip değişmediğini bilemiyorum.",
  notSent: "Hiçbir şey gönderilmedi.",
  whichTopic: "Bu birkaç konuyla ilgili olabilir. Hangisini kastediyorsunuz?",
  topicHeader: "Konu",
  otherLanguage: "Bu sayfaların dili: {language}.",
};
