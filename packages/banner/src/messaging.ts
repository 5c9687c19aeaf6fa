/**
 * Tells a purpose that lets somebody write or call a person (marketing e-mail, text message …) from one that
 * only concerns this device. A yes to cookies may never become a yes to messages (product.md, Consent).
 */

const words =
	/\be-?mails?\b|\bnewsletters?\b|\bsms\b|\btext messages?\b|\bpush\b|\bnotifications?\b|\bwhatsapp\b|\bmessag(?:e|es|ing)\b|\bphone calls?\b|\btele(?:phone|marketing)\b|\bletters?\b|\bdirect mail\b|sähköposti|uutiskirje|tekstiviest|\bviesti|puhelinmarkkinoin|\bpuhelu|\bkirjeit|suoramarkkinoin|ilmoituks/iu;

/** Whether these words speak of messages to a person. English and Finnish. */
export const namesMessaging = (text: string): boolean => words.test(text);
