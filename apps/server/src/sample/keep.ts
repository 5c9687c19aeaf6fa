/** Keeps the sample's people by the ways in which any customer's are kept, so that all that follows from them is as it would be. */

import type { Channel } from '@luvalla/contract/channels.ts';
import { AUDIENCE_APPROVED } from '@luvalla/contract/profiles/audiences.ts';
import type { Rule } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { newId, now } from '#kernel/clock.ts';
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
	numbersBy,
} from '../wings/profiles/wing.ts';
import { type SampleAnswer, type SamplePerson, type SamplePurpose, samplePeople } from './people.ts';

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

/** Keeps everybody, with segments and an audience, in one transaction: all or nobody. What rules follow is the worker's, as ever. */
export const keepSamplePeople = async (
	storage: Pick<Storage, 'inTenant' | 'asOwner' | 'secretKey'>,
	customer: SampleCustomer,
): Promise<void> => {
	const { customerId, domainId, userId } = customer;
	const by = `user:${userId}`;
	const parts = { secrets: createSecrets(storage.secretKey), hooks: createHooks() };
	// The program has not begun: whoever hears of people hears of these, too.
	hearOfPeople(parts);
	hearOfProfiles(parts);
	const people = samplePeople(now());
	await storage.inTenant(customerId, async (tx) => {
		for (const { name, channel, wording } of Object.values(PURPOSES)) {
			const { id } = await purposeWith(tx, customerId, domainId, name, wording);
			if (channel === null) await setTracking(tx, customerId, id);
			else await setChannels(tx, customerId, id, [channel]);
		}
		await lockPeople(tx, customerId);
		const named = await nameAll(tx, customerId, people);
		await keepPeople(
			tx,
			parts.secrets,
			customerId,
			named.map((who) => ({ who, domainId })),
			{ how: 'import', by },
		);
		await keepFacts(tx, customerId, people, named);
		await keepAnswers(tx, parts, customer, people, named);
		await keepEvents(tx, customer, people, named);
		for (const [place, { double }] of people.entries()) {
			const [gone, kept] = [named[place]?.person, double === null ? undefined : named[double]?.person];
			if (gone !== undefined && kept !== undefined) await mergePersons(tx, parts.hooks, customerId, { gone, kept }, by);
		}
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

/** Tables that rules and lists ask, by what they are about. */
const FILLED = 'person, person_identifier, person_seen, profile, event, consent_record, consent_state';

const keyOf = ({ email, phone, customerNumber }: SamplePerson) => ({ email, externalId: customerNumber, ...(phone !== null && { phone }) });

const nameAll = async (tx: Tx, customerId: number, people: readonly SamplePerson[]): Promise<Named[]> =>
	(await namePeople(tx, customerId, people.map(keyOf))).map((who) => {
		if (typeof who === 'string') throw new Error(`Somebody of the sample cannot be named: ${who}.`);
		return who;
	});

const keepFacts = async (tx: Tx, customerId: number, people: readonly SamplePerson[], named: readonly Named[]): Promise<void> => {
	await keepAttributes(
		tx,
		customerId,
		new Map([
			['customerSince', 'date'],
			['favourite', 'text'],
			['storeCard', 'yesno'],
		]),
	);
	const changes = people.flatMap(({ firstName, lastName, land, home, joined, favourite, storeCard }, place) => {
		const who = named[place];
		if (!who) return [];
		const attributes = { customerSince: joined.toISOString().slice(0, 10), favourite, storeCard };
		const facts = { firstName, lastName, ...home, country: land.country, locale: land.locale, timeZone: land.timeZone, attributes };
		return [{ cluster: who.cluster, change: facts }];
	});
	await changeProfiles(tx, customerId, changes);
};

const keepAnswers = async (
	tx: Tx,
	parts: Parameters<typeof takeAnswers>[1],
	{ customerId, domainId, userId }: SampleCustomer,
	people: readonly SamplePerson[],
	named: readonly Named[],
): Promise<void> => {
	const purposes = await readPurposeFacts(tx, customerId, [domainId]);
	for (const how of HOWS) {
		const given = people.flatMap((person, place) => {
			const who = named[place];
			// They are known from the first of these on: what they say now is held against what they said.
			return who
				? person.answers.flatMap((one) => (one.how === how ? [{ person, one, who: { ...who, known: how !== 'import' } }] : []))
				: [];
		});
		const taken = await takeAnswers(
			tx,
			parts,
			customerId,
			given.map(({ person, one: { purpose, value, at, source } }) => ({
				person: keyOf(person),
				purpose: PURPOSES[purpose].name,
				value,
				at: at.toISOString(),
				source,
				language: person.land.locale.slice(0, 2),
			})),
			purposes,
			{ how, by: `user:${userId}`, named: given.map(({ who }) => who) },
		);
		const refused = taken.find(({ outcome }) => outcome !== 'stored');
		if (refused) throw new Error(`An answer of the sample was not stored: ${refused.code ?? refused.outcome}.`);
	}
};

const keepEvents = async (
	tx: Tx,
	{ customerId, domainId }: SampleCustomer,
	people: readonly SamplePerson[],
	named: readonly Named[],
): Promise<void> => {
	const numbers = await numbersBy(
		tx,
		customerId,
		named.map(({ person }) => person),
	);
	const rows = people.flatMap(({ events }, place): EventRow[] => {
		const number = numbers.get(named[place]?.person ?? '');
		if (number === undefined) return [];
		return events.map(({ type, at, properties }) => ({
			id: v7({ msecs: at.getTime() }),
			at,
			number,
			domainId,
			type,
			properties,
			how: 'api',
		}));
	});
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
