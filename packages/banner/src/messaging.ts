/**
 * Tells a purpose that lets somebody write or call a person (marketing e-mail, text message …) from one that
 * only concerns this device. A yes to cookies may never become a yes to messages (product.md, Consent).
 */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';

/**
 * Words for newsletters, mail, text and push messages, calls and letters, by the language that adds them: stems where its
 * words have endings. A word of one language is looked for in every text, for a Swedish newsletter is one in Finland too.
 */
const words: Record<BannerLanguage, string> = {
	en: '\\be-?mail|newsletter|\\bsms|\\btext messages?\\b|\\bpush|notifications?\\b|\\bwhatsapp\\b|\\bmessag(?:e|es|ing)\\b|\\bphone calls?\\b|\\btele(?:phone|marketing)|\\bletters?\\b|\\bdirect mail\\b',
	fi: 'sähköposti|uutiskirje|tekstiviest|\\bviesti|puhelinmarkkinoin|\\bpuhelu|\\bkirjeit|suoramarkkinoin|ilmoituks',
	bg: 'имейл|електронн\\S* (?:поща|пошта)|бюлетин|съобщени|известия|телефон|обаждан|писма',
	hr: 'e-pošt|bilten|poruk|obavijest|poziv|pism[ao]',
	cs: 'elektronick\\S* pošt|zpravodaj|zpráv|upozorněn|oznámen|volán|hovor|dopis',
	da: 'nyhedsbrev|besked|opkald|meddelelse|notifikation',
	nl: 'nieuwsbrie|\\bberichten\\b|\\b(?:sms|push)-?bericht|\\bmeldingen\\b|\\bbrieven\\b|telefoon',
	et: 'e-kir[ij]|uudiskir|sõnum|teavitus|kõne|\\bkirjad\\b',
	fr: 'courriel|courrier|bulletin|infolettre|\\btextos?\\b|\\bappels?\\b|téléphon|\\blettres?\\b',
	de: 'nachricht|rundbrief|mitteilung|telefon|\\banruf|\\bbriefe\\b|\\bper brief|briefpost|postwerbung',
	el: 'ηλεκτρονικ\\S* ταχυδρομε|ενημερωτικ\\S* δελτί|μ[ηή]ν[υύ]μα|ειδοποι|τηλ[εέ]φ[ωώ]ν|κλήσ|επιστολ',
	hu: 'hírlev[eé]l|üzenet|értesítés|hívás|\\blevelek|levél',
	ga: 'ríomhphost|nuachtlit|teachtaireacht|fógraí brú|\\bglao|teileafó|\\blit(?:ir|reacha)\\b',
	it: 'posta elettronica|messagg|notific(?:a|he)\\b|chiamat|\\bletter[ae]\\b',
	lv: 'e-past|vēstul|īsziņ|ziņojum|tālru|\\bzvan[siu]\\b',
	lt: 'el\\. ?pašt|elektronin\\S* pašt|laišk|žinut|pranešim|skambu',
	mt: 'posta elettronika|messaġġ|notifik|\\bittr[ai]\\b',
	pl: 'poczt|biuletyn|wiadomoś|powiadomie|\\blisty\\b|listown',
	pt: 'correio|boletim|mensage|notificaç|chamada|\\bcartas?\\b',
	ro: 'buletin|mesaj|notific[ăa]r|\\bapel(?:uri|urile)?\\b|scrisor',
	sk: 'spravodaj|\\bspráv[ya]|oznámen|upozornen|volan|\\blisty\\b',
	sl: 'e-novic|novičnik|sporočil|obvestil|\\bklic(?:i|e|ev)\\b|elektronsk\\S* pošt',
	es: 'correo|boletín|boletines|mensaje|notificaci|tel[eé]f[oó]n|llamada',
	sv: 'nyhetsbrev|e-post|meddelande|avisering|\\bnotiser?\\b|samtal|utskick|\\bbrev(?!i)',
	no: '\\bmelding(?:er|ar)?\\b|varsler|varsling|nyheitsbrev',
	is: 'fréttabréf|tölvupóst|skilaboð|tilkynning|símt[aö]l|símleiðis|bréf',
	uk: 'імейл|електронн\\S* (?:пошт|лист)|розсил|повідомлен|сповіщен|дзвін|(?<!\\p{L})лист(?:и|ів|ами)(?!\\p{L})',
	ar: 'بريد|رسال|رسائل|نشرة|نشرات|إشعار|هاتف|مكالم|واتساب',
	zh: '邮件|电邮|短信|新闻通讯|电子报|简报|消息|推送|通知|电话|信件|信函|微信',
	ja: 'メール|メルマガ|ニュースレター|メッセージ|プッシュ|通知|電話|手紙|郵便|郵送',
};
const any = new RegExp(Object.values(words).join('|'), 'iu');

/** Whether these words speak of messages to a person, in any language of a banner. */
export const namesMessaging = (text: string): boolean => any.test(text.normalize('NFC'));
