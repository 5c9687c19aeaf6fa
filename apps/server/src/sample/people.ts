/** The sample's people and their story, the same for the same moment: who they are, what they bought, what they said and took back. */

import { goods } from '@luvalla/shop/goods.ts';
import { dice } from './dice.ts';
import { LANDS, type Land } from './names.ts';

/** People, once those who came twice are one. */
export const SAMPLE_PEOPLE = 5000;
/** So many came twice, under another address: two that turned out to be one. */
export const SAMPLE_DOUBLES = 8;

const SEED = 1_234_567;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** So long ago is the last that anybody did. */
const JUST_MS = 4 * 60_000;

export type SamplePurpose = 'newsletter' | 'texts' | 'catalogue' | 'measuring';

/** An answer as it came: on joining, by a mail's link, or at a later order. */
export interface SampleAnswer {
	readonly purpose: SamplePurpose;
	readonly value: boolean;
	readonly at: Date;
	readonly how: 'import' | 'unsubscribe' | 'api';
	readonly source: string;
}

export interface SampleEvent {
	readonly type: 'order' | 'viewed product';
	readonly at: Date;
	readonly properties: Readonly<Record<string, string | number>>;
}

export interface SamplePerson {
	readonly email: string;
	/** E.164. */
	readonly phone: string | null;
	/** Their number at the shop. */
	readonly customerNumber: string;
	readonly land: Land;
	readonly firstName: string;
	readonly lastName: string;
	readonly home: { readonly street: string; readonly postalCode: string; readonly city: string } | null;
	readonly joined: Date;
	readonly storeCard: boolean;
	readonly favourite: string;
	readonly events: readonly SampleEvent[];
	readonly answers: readonly SampleAnswer[];
	/** The place of the person that they turned out to be; null: somebody of their own. */
	readonly double: number | null;
}

/** Letters of an address. */
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const HOSTS = ['example.com', 'example.org', 'example.net'] as const;

/** How often somebody buys, how many days ago at most they began, and at least they stopped, and how many of a hundred do so. */
const HABITS = [
	{ share: 24, orders: [3, 8], from: 480, to: 0 },
	{ share: 34, orders: [1, 2], from: 420, to: 0 },
	{ share: 20, orders: [1, 4], from: 690, to: 195 },
	{ share: 22, orders: [0, 0], from: 300, to: 0 },
] as const;
/** Of so many days each is an order: who has just begun has not ordered eight times. */
const ORDER_DAYS = 30;
/** Whoever leaves the newsletter reads it for so many days at most. */
const LEFT_DAYS = 450;

const STORES = [
	'Paper form, Helsinki store',
	'Paper form, Turku store',
	'Joining page of the web shop',
	'Joining page of the web shop',
] as const;

/** Ways to choose by a roll. */
const choicesOf = (roll: () => number) => {
	const upTo = (n: number): number => Math.floor(roll() * n);
	const between = (least: number, most: number): number => least + upTo(most - least + 1);
	const oneOf = <T>(list: readonly T[]): T => {
		const found = list[upTo(list.length)];
		if (found === undefined) throw new Error('There is nothing to choose from.');
		return found;
	};
	const byShare = <T extends { readonly share: number }>(list: readonly T[]): T => {
		let left = upTo(100);
		for (const one of list) {
			left -= one.share;
			if (left < 0) return one;
		}
		return oneOf(list);
	};
	return { upTo, between, oneOf, byShare };
};

/** Everybody. @param until the moment that the story ends */
export const samplePeople = (until: Date): SamplePerson[] => {
	const roll = dice(SEED);
	/** Whether opens and clicks may be kept is rolled apart: everything else of them stays as it is without it. */
	const measured = dice(SEED + 1);
	const { upTo, between, oneOf, byShare } = choicesOf(roll);
	/** So many days ago, in the shop's hours; today is the last 24, whatever the hour, and rather the latest of them. */
	const daysAgo = (days: number): Date => {
		const day = Math.floor((until.getTime() - days * DAY_MS) / DAY_MS) * DAY_MS;
		const [inDay, lately] = [7 * HOUR_MS + upTo(14 * HOUR_MS), Math.floor(roll() ** 1.25 * (DAY_MS - 2 * JUST_MS))];
		return new Date(days === 0 ? until.getTime() - JUST_MS - lately : day + inDay);
	};
	const taken = new Map<string, number>();
	const emailOf = (firstName: string, lastName: string): string => {
		const name = `${plain(firstName)}.${plain(lastName)}`;
		const n = (taken.get(name) ?? 0) + 1;
		taken.set(name, n);
		return `${name}${n === 1 ? '' : n}@${oneOf(HOSTS)}`;
	};
	const phones = new Map<string, number>();
	const phoneOf = (land: Land): string | null => {
		const n = phones.get(land.country) ?? 0;
		phones.set(land.country, n + 1);
		return land.phone(n);
	};

	const eventsOf = (): SampleEvent[] => {
		const { orders, from, to } = byShare(HABITS);
		const rolled = roll();
		// A third more than evenly began lately: the shop grows.
		const begun = to + Math.floor((from - to + 1) * rolled * (0.75 + 0.25 * rolled));
		const most = 1 + Math.floor(begun / ORDER_DAYS);
		/** The first is when they began, the others are between then and the last. */
		const when = (): Date => daysAgo(events.length === 0 ? begun : between(to, begun));
		const events: SampleEvent[] = [];
		for (let n = Math.min(most, between(orders[0], orders[1])); n > 0; n--) {
			const { key, priceEuros } = oneOf(goods);
			const items = roll() < 0.75 ? 1 : between(2, 4);
			events.push({ type: 'order', at: when(), properties: { product: key, items, sum: priceEuros * items } });
		}
		for (let n = Math.min(most, events.length > 0 ? upTo(2) : between(1, 3)); n > 0; n--)
			events.push({ type: 'viewed product', at: when(), properties: { product: oneOf(goods).key } });
		return events.sort((a, b) => a.at.getTime() - b.at.getTime());
	};

	const answersOf = (joined: Date, withPhone: boolean, withHome: boolean, last: Date): SampleAnswer[] => {
		const source = oneOf(STORES);
		const answers: SampleAnswer[] = [];
		const join = (purpose: SamplePurpose, yes: number, no: number): boolean => {
			const said = roll();
			if (said < yes + no) answers.push({ purpose, value: said < yes, at: joined, how: 'import', source });
			return said < yes;
		};
		const reads = join('newsletter', 0.62, 0.16);
		const said = reads ? measured() : 1;
		if (said < 0.75) answers.push({ purpose: 'measuring', value: said < 0.45, at: joined, how: 'import', source });
		if (withPhone) join('texts', 0.32, 0.24);
		if (withHome) join('catalogue', 0.38, 0.1);
		if (!reads || roll() > 0.24) return answers;
		const left = new Date(joined.getTime() + Math.floor(roll() * LEFT_DAYS * DAY_MS));
		// Their last letter is still to come.
		if (left.getTime() > until.getTime() - JUST_MS) return answers;
		answers.push({ purpose: 'newsletter', value: false, at: left, how: 'unsubscribe', source: 'Unsubscribe link of the newsletter' });
		if (last > left && roll() < 0.35)
			answers.push({ purpose: 'newsletter', value: true, at: last, how: 'api', source: 'Checkout of the web shop' });
		return answers;
	};

	const person = (place: number, as: SamplePerson | null): SamplePerson => {
		const land = as?.land ?? byShare(LANDS);
		const firstName = as?.firstName ?? oneOf(land.firstNames);
		const lastName = as?.lastName ?? oneOf(land.lastNames);
		const phone = as === null && roll() < 0.7 ? phoneOf(land) : null;
		// Most live where the shop is.
		const [city, postalCode] = roll() < 0.35 ? (land.towns[0] ?? oneOf(land.towns)) : oneOf(land.towns);
		const number = between(1, 60);
		const street = oneOf(land.streets);
		const home =
			as === null && roll() < 0.8
				? { street: land.country === 'GB' ? `${number} ${street}` : `${street} ${number}`, postalCode, city }
				: null;
		const events = eventsOf();
		const first = events[0]?.at ?? until;
		// Most join as they do the first thing, some weeks before.
		const early = Math.floor(Math.max(0, roll() - 0.85) * (41 / 0.15));
		const joined = new Date(first.getTime() - early * DAY_MS - upTo(HOUR_MS));
		const last = events.at(-1)?.at ?? joined;
		return {
			email: emailOf(firstName, lastName),
			phone,
			customerNumber: `A${100_000 + place}`,
			land,
			firstName,
			lastName,
			home,
			joined,
			storeCard: roll() < 0.55,
			favourite: oneOf(goods).key,
			events,
			answers: answersOf(joined, phone !== null, home !== null, last),
			double: null,
		};
	};

	const people = Array.from({ length: SAMPLE_PEOPLE }, (_, place) => person(place, null));
	const doubles = Array.from({ length: SAMPLE_DOUBLES }, (_, n) => {
		const double = Math.floor(((n + 0.5) * SAMPLE_PEOPLE) / SAMPLE_DOUBLES);
		return { ...person(SAMPLE_PEOPLE + n, people[double] ?? null), double };
	});
	return [...people, ...doubles];
};
