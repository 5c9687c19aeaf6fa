/** What is in the way of sending, in the words of the sheet before a campaign and of the refusal alike. */
import type { Channel } from '@luvalla/contract/channels';
import { CHANNEL_NAMES } from '@luvalla/contract/engagement/content-types';
import { Refused, refusals, type Sentences } from '#kernel/http/errors.ts';

/** By a stable word; `{detail}` names what of it. */
const PROBLEMS = {
	no_constellation: ['Choose a constellation first.', 'Valitse ensin viestipaketti.'],
	constellation_not_published: ['Publish the constellation first: {detail}', 'Julkaise ensin viestipaketti: {detail}'],
	audience_missing: ['Choose an audience first.', 'Valitse ensin kohderyhmä.'],
	audience_not_approved: ['Approve the audience first: {detail}', 'Hyväksy ensin kohderyhmä: {detail}'],
	cannot_send_yet: [
		'This installation cannot send by this channel yet: {detail}',
		'Tämä asennus ei vielä lähetä tässä kanavassa: {detail}',
	],
	no_connector: [
		'There is no active connector for this channel. Add one under Connectors: {detail}',
		'Kanavalla ei ole käytössä olevaa yhdistintä. Lisää sellainen Yhdistimissä: {detail}',
	],
	no_signing_secret: [
		'This webhook has no signing secret. Write it under Connectors: {detail}',
		'Webhookilta puuttuu allekirjoitusavain. Kirjoita se Yhdistimissä: {detail}',
	],
	no_sender: ['Choose who the letters are from.', 'Valitse, keneltä kirjeet tulevat.'],
	no_postal: [
		'Every letter ends with a postal address, and this customer has none. Choose a sender that has one: {detail}',
		'Jokaisen kirjeen lopussa on postiosoite, ja tältä asiakkaalta se puuttuu. Valitse lähettäjä, jolla se on: {detail}',
	],
	sender_not_checked: [
		'The sender’s SPF, DKIM, DMARC and alignment are not all in order: {detail}',
		'Lähettäjän SPF, DKIM, DMARC ja yhteensopivuus eivät kaikki ole kunnossa: {detail}',
	],
	no_purpose: [
		'No purpose of the domain permits this channel: {detail}',
		'Mikään verkkotunnuksen käyttötarkoitus ei salli tätä kanavaa: {detail}',
	],
	shared_without_yes: [
		'What is given to ad networks needs a yes of each person, and this campaign needs nobody’s: {detail}',
		'Mainosverkostoille annettava vaatii jokaisen oman suostumuksen, eikä tämä kampanja kysy sitä keneltäkään: {detail}',
	],
	text_sign_missing: [
		'The leaflet’s own words have signs that its font lacks. Write them otherwise, or let the other font have them: {detail}',
		'Esitteen omassa tekstissä on merkkejä, joita fontissa ei ole. Kirjoita ne toisin tai ota ne toisesta fontista: {detail}',
	],
	names_sign_missing: [
		'The font lacks signs of some people’s names or addresses. Look at the proof and choose what becomes of them: {detail}',
		'Fontista puuttuu joidenkin henkilöiden nimen tai osoitteen merkkejä. Katso vedosta ja valitse, mitä heille tehdään: {detail}',
	],
	campaign_late: ['Its time is over.', 'Sen aika on ohi.'],
	customer_holds: ['This customer is on hold, so nothing can be sent.', 'Asiakas on tauolla, joten mitään ei voi lähettää.'],
	customer_new: [
		'This customer is not onboarded yet, so nothing can be sent.',
		'Asiakasta ei ole vielä otettu käyttöön, joten mitään ei voi lähettää.',
	],
} as const satisfies Record<string, readonly [string, string]>;
/** Beside these, the one that credits are short, in billing's own words. */
export type ProblemCode = keyof typeof PROBLEMS | 'no_credits';

export interface Problem {
	readonly code: ProblemCode;
	readonly message: Sentences;
}

/** What stands in the customer's own way is no fault of what was sent. */
const statusOf = (code: string): number => (code === 'no_credits' ? 409 : code === 'customer_holds' || code === 'customer_new' ? 403 : 422);

refusals(
	Object.fromEntries(
		Object.entries(PROBLEMS).map(([code, [en, fi]]) => [
			code,
			[statusOf(code), en.replace(': {detail}', '.').replace('..', '.'), fi.replace(': {detail}', '.').replace('..', '.')] as const,
		]),
	),
);

/** @param detail a channel is said in words, a name as it is written */
export const problem = (code: keyof typeof PROBLEMS, detail: string | { readonly channel: Channel } = ''): Problem => {
	const said = typeof detail === 'string' ? { en: detail, fi: detail } : CHANNEL_NAMES[detail.channel];
	return {
		code,
		message: { en: PROBLEMS[code][0].replace('{detail}', said.en), fi: PROBLEMS[code][1].replace('{detail}', said.fi) },
	};
};

export const refuseProblem = ({ code, message }: Problem): Refused => new Refused(statusOf(code), code, message);

/** @throws Refused with the first of these */
export const demandNone = ([first]: readonly Problem[]): void => {
	if (first) throw refuseProblem(first);
};
