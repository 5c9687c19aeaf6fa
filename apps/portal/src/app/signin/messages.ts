/** Texts of the sign-in area; 'Email', 'Sign in' and the address sentence are the specification's. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	title: 'Sign in',
	titleFor: 'Sign in to {{name}}',
	signsIn: '{{name}} uses Luvalla for signing in. It gets to know your name and your address.',
	intro: 'We send you a link and a six-digit code. Use whichever is at hand.',
	email: 'Email',
	submit: 'Sign in',
	invalidEmail: 'Please enter a valid email address',
	headline: 'Talk only to the people who said yes.',
	about: 'Luvalla is Finnish for “with permission”. It asks, keeps the proof, and sends no message without one.',
	codeTitle: 'Check your email',
	codeIntro: 'We wrote to {{email}}. Open the link in the letter, or enter its six-digit code here. Both work for {{minutes}} minutes.',
	code: 'Six-digit code',
	codeShape: 'The code has six digits',
	resend: 'Send a new code',
	resent: 'A new code is on its way to {{email}}',
	other: 'Use another address',
	mailbox: 'No mail server is set up here: the letter is in the mailbox whose address was printed at the start.',
	wrong_code: 'That is not the code we sent. Check the digits, or ask for a new code.',
	expired_code: 'This code is too old. Ask for a new one.',
	used_code: 'This code has been used. Ask for a new one.',
	too_many_tries: 'Too many tries with this code. Ask for a new one.',
	too_many_mails: 'We have sent several letters to this address within the hour. Use the latest one, or try again later.',
	too_many: 'Too many tries from this network. Wait a minute and try again.',
	linkTitle: 'Sign in to Luvalla',
	linkIntro: 'Press the button to sign in in this browser. The link works once.',
	linkMissing: 'The link is not complete. Copy all of it from the letter, or ask for a new one.',
	wrong_link: 'This link does not work. Ask for a new one.',
	expired_link: 'This link is too old. Ask for a new one.',
	used_link: 'This link has been used. Ask for a new one.',
	askAgain: 'Ask for a new one',
	or: 'or',
	passkey: 'Use a passkey',
	passkeyUnsupported: 'This browser has no passkeys. Sign in with your email.',
	passkeyCancelled: 'No passkey was used. Try again, or sign in with your email.',
	passkeyFailed: 'The passkey did not work in this browser. Sign in with your email.',
	passkey_refused: 'This passkey is not known here. Try another, or sign in with your email.',
	registeredTitle: 'We sent you a mail',
	registered:
		'Open the letter we sent to {{email}} and press its button within {{days}} days. It confirms the registration of {{name}} and signs you in.',
	newHere: 'New here?',
	register: 'Register your company',
	goneTitle: 'This sign-in has ended',
	goneIntro: 'It was open too long, or has been used. Start again; it takes a moment.',
	startAgain: 'Start again',
	failed: 'We could not reach the sign-in. Try again.',
	tryAgain: 'Try again',
} as const;

const fi = {
	title: 'Kirjaudu sisään',
	titleFor: 'Kirjaudu: {{name}}',
	signsIn: '{{name}} käyttää kirjautumiseen Luvallaa ja saa tietää nimesi ja sähköpostiosoitteesi.',
	intro: 'Lähetämme sinulle linkin ja kuusinumeroisen koodin. Käytä kumpaa haluat.',
	email: 'Sähköposti',
	submit: 'Kirjaudu sisään',
	invalidEmail: 'Anna kelvollinen sähköpostiosoite',
	headline: 'Puhu vain niille, jotka sanoivat kyllä.',
	about: 'Luvalla kysyy luvan, säilyttää todisteen eikä lähetä yhtään viestiä ilman lupaa.',
	codeTitle: 'Katso sähköpostisi',
	codeIntro:
		'Kirjoitimme osoitteeseen {{email}}. Avaa kirjeen linkki tai kirjoita sen kuusinumeroinen koodi tähän. Molemmat toimivat {{minutes}} minuuttia.',
	code: 'Kuusinumeroinen koodi',
	codeShape: 'Koodissa on kuusi numeroa',
	resend: 'Lähetä uusi koodi',
	resent: 'Uusi koodi on matkalla osoitteeseen {{email}}',
	other: 'Käytä toista osoitetta',
	mailbox: 'Tänne ei ole määritetty sähköpostipalvelinta: kirje on postilaatikossa, jonka osoite tulostui käynnistettäessä.',
	wrong_code: 'Lähetimme toisen koodin. Tarkista numerot tai pyydä uusi.',
	expired_code: 'Koodi on vanhentunut. Pyydä uusi.',
	used_code: 'Koodi on jo käytetty. Pyydä uusi.',
	too_many_tries: 'Koodia on yritetty liian monta kertaa. Pyydä uusi.',
	too_many_mails: 'Olemme lähettäneet tähän osoitteeseen useita kirjeitä tunnin sisällä. Käytä uusinta tai yritä myöhemmin.',
	too_many: 'Tästä verkosta on yritetty liian monta kertaa. Odota minuutti ja yritä uudelleen.',
	linkTitle: 'Kirjaudu Luvallaan',
	linkIntro: 'Kirjaudu tässä selaimessa painamalla painiketta. Linkki toimii kerran.',
	linkMissing: 'Linkki on vajaa. Kopioi se kirjeestä kokonaan tai pyydä uusi.',
	wrong_link: 'Linkki ei toimi. Pyydä uusi.',
	expired_link: 'Linkki on vanhentunut. Pyydä uusi.',
	used_link: 'Linkki on jo käytetty. Pyydä uusi.',
	askAgain: 'Pyydä uusi',
	or: 'tai',
	passkey: 'Käytä pääsyavainta',
	passkeyUnsupported: 'Tässä selaimessa ei ole pääsyavaimia. Kirjaudu sähköpostilla.',
	passkeyCancelled: 'Pääsyavainta ei käytetty. Yritä uudelleen tai kirjaudu sähköpostilla.',
	passkeyFailed: 'Pääsyavain ei toiminut tässä selaimessa. Kirjaudu sähköpostilla.',
	passkey_refused: 'Tätä pääsyavainta ei tunneta täällä. Kokeile toista tai kirjaudu sähköpostilla.',
	registeredTitle: 'Lähetimme sinulle kirjeen',
	registered:
		'Avaa osoitteeseen {{email}} lähetetty kirje ja paina sen painiketta {{days}} päivän kuluessa. Se vahvistaa rekisteröinnin ({{name}}) ja kirjaa sinut sisään.',
	newHere: 'Uusi täällä?',
	register: 'Rekisteröi yrityksesi',
	goneTitle: 'Tämä kirjautuminen on päättynyt',
	goneIntro: 'Se oli auki liian kauan tai on jo käytetty. Aloita alusta, siihen menee hetki.',
	startAgain: 'Aloita alusta',
	failed: 'Kirjautumiseen ei saatu yhteyttä. Yritä uudelleen.',
	tryAgain: 'Yritä uudelleen',
} as const satisfies Translation<typeof en>;

export const useSignInTexts = messages('signin', en, fi);
export type SignInTexts = ReturnType<typeof useSignInTexts>;

/** Codes of the sign-in's own refusals; their sentences have the same keys. */
const refusals = [
	'wrong_code',
	'expired_code',
	'used_code',
	'too_many_tries',
	'too_many_mails',
	'too_many',
	'wrong_link',
	'expired_link',
	'used_link',
	'passkey_refused',
] as const;

/** The sentence of a refusal: ours where we know the code, else the server's. */
export function refusalText(t: SignInTexts, failure: { code: string; message: string }): string {
	const key = refusals.find((one) => one === failure.code);
	return key ? t(key) : failure.message;
}
