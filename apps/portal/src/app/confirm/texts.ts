/** Texts of proving again who one is. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	title: 'Is it you?',
	sending: 'This act needs a fresh proof. We are sending a six-digit code to your own address.',
	sent: 'This act needs a fresh proof. We wrote to {{email}}. Enter the six-digit code of the letter; it then holds for {{minutes}} minutes.',
	verb: 'Confirm',
	cancel: 'Cancel',
	failed: 'We could not reach the server. Try again.',
	over: 'Your session has ended',
	overWhat: 'Sign in again in a new tab as {{email}}. What you wrote here stays, and you go on where you were.',
	signIn: 'Sign in in a new tab',
	goOn: 'I have signed in',
} as const;

const fi = {
	title: 'Oletko se sinä?',
	sending: 'Tämä toiminto vaatii tuoreen varmistuksen. Lähetämme kuusinumeroisen koodin omaan osoitteeseesi.',
	sent: 'Tämä toiminto vaatii tuoreen varmistuksen. Kirjoitimme osoitteeseen {{email}}. Kirjoita viestin kuusinumeroinen koodi, niin varmistus on voimassa {{minutes}} minuuttia.',
	verb: 'Vahvista',
	cancel: 'Peruuta',
	failed: 'Palvelimeen ei saatu yhteyttä. Yritä uudelleen.',
	over: 'Istuntosi on päättynyt',
	overWhat: 'Kirjaudu uudelleen uudessa välilehdessä osoitteella {{email}}. Tähän kirjoittamasi säilyy, ja jatkat siitä, mihin jäit.',
	signIn: 'Kirjaudu uudessa välilehdessä',
	goOn: 'Olen kirjautunut',
} as const satisfies Translation<typeof en>;

export const useConfirmTexts = messages('confirm', en, fi);
