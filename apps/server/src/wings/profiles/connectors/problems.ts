/** What may go wrong with somebody else's server, in sentences; and what a run's log says. */
import type { Language, Sentences } from '#kernel/http/errors.ts';
import { OutboundRefused } from '#kernel/outbound/guard.ts';
import { OutboundFailed } from '#kernel/outbound/http.ts';
import { said } from '#kernel/outbound/said.ts';

const NO_CURSOR = 'The cursor stayed: the next run takes these rows too.';
const NO_CURSOR_FI = 'Kohdistin pysyi paikallaan: seuraava ajo ottaa nämäkin rivit.';

/** By code; `{detail}` is a word of the other side's, or a number. */
const PROBLEMS = {
	connector_not_public: [
		'{detail} is not a public address, and this installation does not allow it.',
		'{detail} ei ole julkinen osoite, eikä tämä asennus salli sitä.',
	],
	connector_unreachable: ['Nothing answers there: {detail}', 'Sieltä ei vastaa mikään: {detail}'],
	connector_slow: ['No answer within {detail} s.', 'Ei vastausta {detail} sekunnissa.'],
	connector_sign_in: [
		'The other side refused the user name, the password or the key.',
		'Toinen osapuoli ei hyväksynyt käyttäjätunnusta, salasanaa tai avainta.',
	],
	connector_tls: ['The connection is not secured as asked: {detail}', 'Yhteys ei ole suojattu niin kuin pyydettiin: {detail}'],
	connector_host_key: [
		'The host key has changed: it is {detail} now. Ask the server’s owner; to accept it, empty the field and test again.',
		'Palvelimen avain on vaihtunut: se on nyt {detail}. Kysy palvelimen omistajalta; hyväksyt sen tyhjentämällä kentän ja testaamalla uudelleen.',
	],
	connector_too_large: ['More came than is taken at once: {detail}', 'Tuli enemmän kuin kerralla otetaan: {detail}'],
	connector_http: ['It answered with HTTP {detail}.', 'Vastaus oli HTTP {detail}.'],
	connector_answer: ['The answer cannot be read: {detail}', 'Vastausta ei voi lukea: {detail}'],
	connector_query: ['The database refused the statement: {detail}', 'Tietokanta ei hyväksynyt lausetta: {detail}'],
	connector_column: ['There is no column named “{detail}”.', 'Saraketta ”{detail}” ei ole.'],
	connector_place: [
		'This is not there, or may not be read or written: {detail}',
		'Tätä ei ole, tai sitä ei saa lukea tai kirjoittaa: {detail}',
	],
	connector_key: ['The key cannot be used: {detail}', 'Avainta ei voi käyttää: {detail}'],
	connector_untested: [
		'Test it once first: the test keeps the server’s key, and from then on no other server is trusted.',
		'Testaa yhteys ensin kerran: testi tallettaa palvelimen avaimen, eikä muihin palvelimiin sen jälkeen luoteta.',
	],
	connector_setting: ['A setting is missing: {detail}', 'Asetus puuttuu: {detail}'],
	connector_audience: [
		'The audience or the purpose of this connector is not there any more.',
		'Tämän yhdistimen kohderyhmää tai käyttötarkoitusta ei enää ole.',
	],
	connector_held: [
		'This customer is on hold or not onboarded, so nobody is sent. Whoever may not be there any more was taken back.',
		'Asiakas on tauolla tai sitä ei ole otettu käyttöön, joten ketään ei lähetetä. Ne, joita siellä ei enää saa olla, poistettiin.',
	],
	connector_draft: [
		'The audience is not approved as it is now. Approve it, then run again. Whoever may not be there any more was taken back.',
		'Kohderyhmää ei ole hyväksytty sellaisena kuin se nyt on. Hyväksy se ja aja uudelleen. Ne, joita siellä ei enää saa olla, poistettiin.',
	],
	connector_building: [
		'The audience’s people are still being counted. Run it again later.',
		'Kohderyhmän henkilöitä lasketaan yhä. Aja myöhemmin uudelleen.',
	],
	connector_gone: ['The connector was turned off.', 'Yhdistin otettiin pois käytöstä.'],
} as const satisfies Record<string, readonly [string, string]>;
export type ProblemCode = keyof typeof PROBLEMS;
const isProblem = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** Ends a test or a run with a sentence. */
export class ConnectorFailed extends Error {
	override readonly name = 'ConnectorFailed';
	readonly code: ProblemCode;
	readonly detail: string;

	constructor(code: ProblemCode, detail: string | number = '') {
		super(code);
		this.code = code;
		this.detail = said(String(detail));
	}
}

/** Seconds that are waited for one answer. */
const ANSWER_SECONDS = 10;
export const ANSWER_MS = ANSWER_SECONDS * 1000;

/** What an error of a connection means; anything that is ours to mend stays as it is. */
export const asFailed = (error: unknown): unknown => {
	if (error instanceof OutboundRefused) return new ConnectorFailed('connector_not_public', error.message.split(' ')[0] ?? '');
	if (!(error instanceof OutboundFailed)) return error;
	if (error.code === 'slow') return new ConnectorFailed('connector_slow', ANSWER_SECONDS);
	if (error.code === 'too_large') return new ConnectorFailed('connector_too_large', error.message);
	if (error.code === 'unreadable') return new ConnectorFailed('connector_answer', error.message);
	if (/certificate|self.signed|tls|ssl|altname/i.test(`${error.code} ${error.message}`))
		return new ConnectorFailed('connector_tls', error.message);
	return new ConnectorFailed('connector_unreachable', error.message);
};

export type Detail = Readonly<Record<string, string | number>>;

const filled = (sentence: string, detail: Detail, language: Language): string =>
	sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = detail[name] ?? '';
		return typeof value === 'number' ? new Intl.NumberFormat(language === 'fi' ? 'fi-FI' : 'en-GB').format(value) : value;
	});

/** Lines of a log. */
const LINES = {
	began_inbound: ['Began to read from {where}.', 'Alettiin lukea: {where}.'],
	began_outbound: ['Began to bring the audience “{audience}” to {where}.', 'Alettiin viedä kohderyhmää ”{audience}”: {where}.'],
	went_on: ['Went on where it was.', 'Jatkettiin siitä, mihin oli jääty.'],
	file: ['Reads {name}, {bytes} bytes.', 'Luetaan {name}, {bytes} tavua.'],
	batch: [
		'{rows} rows: {created} new people, {updated} changed, {unchanged} as they were, {rejected} not taken.',
		'{rows} riviä: {created} uutta henkilöä, {updated} muuttui, {unchanged} ennallaan, {rejected} jäi ottamatta.',
	],
	sent: ['Told of {added} people, took back {removed}.', 'Vietiin {added} henkilöä, poistettiin {removed}.'],
	nothing: ['There was nothing new.', 'Uutta ei ollut.'],
	ended: ['Done.', 'Valmis.'],
} as const satisfies Record<string, readonly [string, string]>;
export type LineCode = keyof typeof LINES;

const pairOf = (code: string): readonly [string, string] | undefined =>
	isProblem(code) ? PROBLEMS[code] : Object.hasOwn(LINES, code) ? LINES[code as LineCode] : undefined;

/** A problem or a line in words. */
export const sentenceOf = (code: string, detail: Detail, language: Language): string => {
	const pair = pairOf(code);
	return pair ? filled(language === 'fi' ? pair[1] : pair[0], detail, language) : code;
};

/** The same with what it means for the next run. */
export const problemOf = (code: string, detail: Detail, language: Language, inbound: boolean): string => {
	const said = sentenceOf(code, detail, language);
	return inbound && isProblem(code) ? `${said} ${language === 'fi' ? NO_CURSOR_FI : NO_CURSOR}` : said;
};

export const problemSentences = (code: ProblemCode): Sentences => ({
	en: sentenceOf(code, { detail: '' }, 'en'),
	fi: sentenceOf(code, { detail: '' }, 'fi'),
});

/** Takes out of another server's words what was told it in confidence. */
export const withoutSecrets = (text: string, secrets: Readonly<Record<string, string>>): string =>
	Object.values(secrets)
		.flatMap((secret) => [secret, ...secret.split('\n')])
		.filter((secret) => secret.trim().length >= 4)
		.reduce((left, secret) => left.replaceAll(secret, '•••'), text);
