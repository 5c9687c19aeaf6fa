/** Keeps the sample's people by the ways in which any customer's are kept, so that all that follows from them is as it would be. */

import type { Channel } from '@luvalla/contract/channels.ts';
import { AUDIENCE_APPROVED } from '@luvalla/contract/profiles/audiences.ts';
import type { Rule } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { byOwnClock, newId, now } from '#kernel/clock.ts';
import { createHooks } from '#kernel/hooks.ts';
import { createSecrets } from '#kernel/secrets.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { hearOfPeople, purposeWith, readPurposeFacts, setChannels, setTracking, takeAnswers } from '../wings/consent/wing.ts';
import { keepPeople, lockPeople, mergePersons, type Named, namePeople } from '../wings/people/wing.ts';
import {
	changeProfiles,
	type EventRow,
	hearOfProfiles,
	insertAudience,
	insertEvents,
	insertSegment,
	insertSet,
	keepAttributes,
} from '../wings/profiles/wing.ts';
import { type SampleAnswer, type SampleEvent, type SamplePerson, type SamplePurpose, samplePeople } from './people.ts';
import { byStretch } from './stretches.ts';

type Wording = Record<string, { name: string; about: string }>;

/** What people are asked, in the languages that they speak, and the channel that a yes opens; null: that opens and clicks are kept. */
const PURPOSES: Readonly<Record<SamplePurpose, { name: string; channel: Channel | null; wording: Wording }>> = {
	newsletter: {
		name: 'Newsletter',
		channel: 'email',
		wording: {
			en: { name: 'Newsletter', about: 'A letter a month by e-mail: what is new in the shop, and what is on sale.' },
			fi: { name: 'Uutiskirje', about: 'Kerran kuussa sähköpostia: kaupan uutuudet ja tarjoukset.' },
			sv: { name: 'Nyhetsbrev', about: 'Ett mejl i månaden: nyheter i butiken och erbjudanden.' },
		},
	},
	texts: {
		name: 'Text messages',
		channel: 'sms',
		wording: {
			en: { name: 'Text messages', about: 'A text message when a sale begins, four times a year.' },
			fi: { name: 'Tekstiviestit', about: 'Tekstiviesti, kun ale alkaa, neljästi vuodessa.' },
			sv: { name: 'Textmeddelanden', about: 'Ett textmeddelande när rean börjar, fyra gånger om året.' },
		},
	},
	catalogue: {
		name: 'Catalogue by post',
		channel: 'leaflet',
		wording: {
			en: { name: 'Catalogue by post', about: 'Our catalogue in your letter box, every spring and autumn.' },
			fi: { name: 'Kuvasto postitse', about: 'Kuvastomme postilaatikkoon keväisin ja syksyisin.' },
			sv: { name: 'Katalog per post', about: 'Vår katalog i brevlådan, varje vår och höst.' },
		},
	},
	measuring: {
		name: 'Measuring our messages',
		channel: null,
		wording: {
			en: {
				name: 'Measuring our messages',
				about: 'Which of our letters you open and which of their links you follow, so that we write of what interests you.',
			},
			fi: {
				name: 'Viestiemme mittaaminen',
				about: 'Mitkä viestimme avaat ja mitä linkkejä niissä seuraat, jotta kirjoitamme siitä, mikä sinua kiinnostaa.',
			},
			sv: {
				name: 'Mätning av våra meddelanden',
				about: 'Vilka av våra brev du öppnar och vilka länkar du följer, så att vi skriver om det som intresserar dig.',
			},
		},
	},
};

/** Whose people they are, and who is said to have brought them. */
export interface SampleCustomer {
	readonly customerId: number;
	readonly domainId: string;
	readonly userId: string;
}

/** In the order in which they reached the shop. */
const HOWS: readonly SampleAnswer['how'][] = ['import', 'unsubscribe', 'api'];

/** What happened to somebody, by their place among the people. */
type Happened = { readonly place: number; readonly at: Date } & (
	| { readonly joined: true }
	| { readonly answer: SampleAnswer }
	| { readonly event: SampleEvent }
	/** They turned out to be one with somebody. */
	| { readonly one: number }
);

/** The last that both did. */
const lastOf = (people: readonly (SamplePerson | undefined)[]): Date =>
	new Date(Math.max(...people.flatMap((one) => [...(one?.answers ?? []), ...(one?.events ?? [])].map(({ at }) => at.getTime()))));

const happenedTo = (people: readonly SamplePerson[]): Happened[] =>
	people.flatMap((person, place): Happened[] => [
		{ place, at: person.joined, joined: true },
		...person.answers.map((answer) => ({ place, at: answer.at, answer })),
		...person.events.map((event) => ({ place, at: event.at, event })),
		...(person.double === null ? [] : [{ place, at: lastOf([person, people[person.double]]), one: person.double }]),
	]);

/** Keeps everybody, with segments and an audience, in one transaction: all or nobody. What rules follow is the worker's, as ever. */
export const keepSamplePeople = async (
	storage: Pick<Storage, 'inTenant' | 'asOwner' | 'secretKey'>,
	customer: SampleCustomer,
): Promise<void> => {
	const parts = { secrets: createSecrets(storage.secretKey), hooks: createHooks() };
	// The program has not begun: whoever hears of people hears of these, too.
	hearOfPeople(parts);
	hearOfProfiles(parts);
	const until = now();
	const people = samplePeople(until);
	await storage.inTenant(customer.customerId, async (tx) => {
		await byOwnClock((set) => keepStory(tx, parts, customer, people, { until, set }));
		await keepSegments(tx, customer);
	});
	// Until PostgreSQL has counted them it takes the tables for empty, and reads all events for each of five thousand people.
	await storage.asOwner(async (owner) => {
		// Of a tenth of the rows that it would look at: these few say the same, in a fifth of the time.
		await owner.query('set default_statistics_target = 10');
		await owner.query(`analyze ${FILLED}`);
		await owner.query('reset default_statistics_target');
	});
};

/** Keeps what happened in the order in which it did, a stretch at once, as if each were kept when it was over. */
const keepStory = async (
	tx: Tx,
	parts: Parameters<typeof takeAnswers>[1],
	customer: SampleCustomer,
	people: readonly SamplePerson[],
	{ until, set }: { readonly until: Date; readonly set: (at: Date) => void },
): Promise<void> => {
	const { customerId, domainId, userId } = customer;
	const by = `user:${userId}`;
	const stretches = byStretch(happenedTo(people), ({ at }) => at, until);
	const begins = stretches[0]?.at(-1)?.at ?? until;
	set(begins);
	for (const { name, channel, wording } of Object.values(PURPOSES)) {
		const { id } = await purposeWith(tx, customerId, domainId, name, wording);
		if (channel === null) await setTracking(tx, customerId, id);
		else await setChannels(tx, customerId, id, [channel]);
	}
	await keepAttributes(
		tx,
		customerId,
		new Map([
			['customerSince', 'date'],
			['favourite', 'text'],
			['storeCard', 'yesno'],
		]),
	);
	const purposes = await readPurposeFacts(tx, customerId, [domainId]);
	await lockPeople(tx, customerId);
	const known = new Map<number, Known>();
	for (const stretch of stretches) {
		set(stretch.at(-1)?.at ?? until);
		await keepNewcomers(
			tx,
			parts,
			customer,
			stretch.flatMap((one) => {
				const person = 'joined' in one ? people[one.place] : undefined;
				return person ? [{ place: one.place, person }] : [];
			}),
			known,
		);
		const did = stretch.flatMap((one) => {
			const who = known.get(one.place);
			return who ? [{ ...one, who }] : [];
		});
		await keepAnswers(
			tx,
			parts,
			customer,
			purposes,
			did.flatMap((one) => ('answer' in one ? [one] : [])),
		);
		await keepEvents(
			tx,
			customer,
			did.flatMap((one) => ('event' in one ? [one] : [])),
		);
		for (const one of did) {
			const kept = 'one' in one ? known.get(one.one)?.named.person : undefined;
			if (kept !== undefined) await mergePersons(tx, parts.hooks, customerId, { gone: one.who.named.person, kept }, by);
		}
	}
};

/** Tables that rules and lists ask, by what they are about. */
const FILLED = 'person, person_identifier, person_seen, profile, event, consent_record, consent_state';

const keyOf = ({ email, phone, customerNumber }: SamplePerson) => ({ email, externalId: customerNumber, ...(phone !== null && { phone }) });

/** Somebody who has joined. */
interface Known {
	readonly person: SamplePerson;
	readonly named: Named;
	readonly number: number;
}

/** Makes people known, with what they told of themselves. */
const keepNewcomers = async (
	tx: Tx,
	parts: Parameters<typeof takeAnswers>[1],
	{ customerId, domainId, userId }: SampleCustomer,
	newcomers: readonly { readonly place: number; readonly person: SamplePerson }[],
	known: Map<number, Known>,
): Promise<void> => {
	if (newcomers.length === 0) return;
	const keys = newcomers.map(({ person }) => keyOf(person));
	const named = (await namePeople(tx, customerId, keys)).map((who) => {
		if (typeof who === 'string') throw new Error(`Somebody of the sample cannot be named: ${who}.`);
		return who;
	});
	const kept = named.map((who) => ({ who, domainId }));
	const { newcomers: numbers } = await keepPeople(tx, parts.secrets, customerId, kept, { how: 'import', by: `user:${userId}` });
	const changes = newcomers.flatMap(({ place, person }, n) => {
		const [who, number] = [named[n], numbers.get(named[n]?.person ?? '')];
		if (who === undefined || number === undefined) return [];
		known.set(place, { person, named: who, number });
		const { firstName, lastName, land, home, joined, favourite, storeCard } = person;
		const attributes = { customerSince: joined.toISOString().slice(0, 10), favourite, storeCard };
		const facts = { firstName, lastName, ...home, country: land.country, locale: land.locale, timeZone: land.timeZone, attributes };
		return [{ cluster: who.cluster, change: facts }];
	});
	await changeProfiles(tx, customerId, changes);
};

const keepAnswers = async (
	tx: Tx,
	parts: Parameters<typeof takeAnswers>[1],
	{ customerId, userId }: SampleCustomer,
	purposes: Awaited<ReturnType<typeof readPurposeFacts>>,
	given: readonly { readonly who: Known; readonly answer: SampleAnswer }[],
): Promise<void> => {
	for (const how of HOWS) {
		const these = given.filter(({ answer }) => answer.how === how);
		if (these.length === 0) continue;
		const taken = await takeAnswers(
			tx,
			parts,
			customerId,
			these.map(({ who: { person }, answer: { purpose, value, at, source } }) => ({
				person: keyOf(person),
				purpose: PURPOSES[purpose].name,
				value,
				at: at.toISOString(),
				source,
				language: person.land.locale.slice(0, 2),
			})),
			purposes,
			// They are known from the first of these on: what they say now is held against what they said.
			{ how, by: `user:${userId}`, named: these.map(({ who: { named } }) => ({ ...named, known: how !== 'import' })) },
		);
		const refused = taken.find(({ outcome }) => outcome !== 'stored');
		if (refused) throw new Error(`An answer of the sample was not stored: ${refused.code ?? refused.outcome}.`);
	}
};

const keepEvents = async (
	tx: Tx,
	{ customerId, domainId }: SampleCustomer,
	done: readonly { readonly who: Known; readonly event: SampleEvent }[],
): Promise<void> => {
	const rows = done.map(
		({ who: { number }, event: { type, at, properties } }): EventRow => ({
			id: v7({ msecs: at.getTime() }),
			at,
			number,
			domainId,
			type,
			properties,
			how: 'api',
		}),
	);
	await insertEvents(tx, customerId, rows);
};

const keepSegments = async (tx: Tx, { customerId, domainId, userId }: SampleCustomer): Promise<void> => {
	const newsletter = (await readPurposeFacts(tx, customerId, [domainId])).find(({ name }) => name === PURPOSES.newsletter.name)?.id;
	if (newsletter === undefined) throw new Error('The sample has no newsletter.');
	const ordered = (least: number, within?: number): Rule => ({
		field: 'event.order',
		is: 'atLeast',
		value: least,
		...(within !== undefined && { within }),
	});
	const add = async (name: string, rule: Rule): Promise<string> => {
		const id = newId();
		const anybodys = { weight: 0, cost: 0, isPublic: true, isDomainSpecific: false, isCustomerSpecific: false, isAdminOnly: false };
		await insertSegment(tx, customerId, id, { name, ...anybodys, domainId: null, isActive: true }, `user:${userId}`);
		await insertSet(tx, customerId, { id, rule });
		return id;
	};
	const regulars = await add('Regular customers', { all: [ordered(3, 365)] });
	await add('Gone quiet', { all: [ordered(1), { not: [ordered(1, 180)] }] });
	await add('Newsletter in Finnish', {
		all: [
			{ field: 'locale', is: 'is', value: 'fi-FI' },
			{ field: `consent.${newsletter}`, is: 'is', value: 'yes' },
		],
	});
	await insertAudience(tx, customerId, {
		id: newId(),
		domainId,
		title: 'Regulars who read the newsletter',
		segments: [regulars],
		consents: [newsletter],
		isAnd: true,
		status: AUDIENCE_APPROVED,
		userId,
	});
};
