/** Texts of proving again who one is. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	title: 'Is it you?',
	sending: 'This act needs a fresh proof. We are sending a six-digit code to your own address.',
	sent: 'This act needs a fresh proof. We wrote to {{email}}. Enter the six-digit code of the letter; it then holds for {{minutes}} minutes.',
	verb: 'Confirm',
	cancel: 'Cancel',
	failed: 'We could not reach the server. Try again.',
} as const;

const fi = {
	title: 'Oletko se sinä?',
	sending: 'Tämä toiminto vaatii tuoreen varmistuksen. Lähetämme kuusinumeroisen koodin omaan osoitteeseesi.',
	sent: 'Tämä toiminto vaatii tuoreen varmistuksen. Kirjoitimme osoitteeseen {{email}}. Kirjoita kirjeen kuusinumeroinen koodi, niin varmistus on voimassa {{minutes}} minuuttia.',
	verb: 'Vahvista',
	cancel: 'Peruuta',
	failed: 'Palvelimeen ei saatu yhteyttä. Yritä uudelleen.',
} as const satisfies Translation<typeof en>;

export const useConfirmTexts = messages('confirm', en, fi);
