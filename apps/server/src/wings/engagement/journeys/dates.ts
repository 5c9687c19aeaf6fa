/**
 * Dates of people: once a day, at the hour and in the time zone of the triggered send, whoever has the day in the attribute it names comes
 * in. Days are gone through one after the other, a range of numbers at a time, so a worker that was away makes up for what it missed.
 */
import { now } from '#kernel/clock.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Happened } from './arrive.ts';
import { type JourneyRow, setLooked } from './store.ts';

/** Numbers that one look goes through. */
const RANGE = 65_536;
/** A worker that was away for longer leaves out what is older: nobody is told of a birthday a week late. */
const MOST_MISSED_DAYS = 2;
const DAY_MS = 24 * 3_600_000;

/** The day and the hour somewhere. */
const clockIn = (at: Date, timeZone: string): { day: string; hour: number } => {
	const parts = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		hour12: false,
	}).formatToParts(at);
	const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
	return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) % 24 };
};

const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The last day that has come by the hour of it. */
export const lastDay = (at: Date, timeZone: string, hour: number): string => {
	const clock = clockIn(at, timeZone);
	return clock.hour >= hour ? clock.day : dayAfter(clock.day, -1);
};

const NumberRow = row({ number: int });
const LastRow = row({ last: int });

/**
 * Goes through the next range of people of the next day that a triggered send has not looked at; null: there is none.
 * A day that is `days` before today (or after it, below 0) is the one that comes.
 */
export const lookAtDay = async (tx: Tx, customerId: number, journey: JourneyRow): Promise<Happened[] | null> => {
	const { trigger } = journey.journey;
	if (trigger.kind !== 'date') return null;
	const today = lastDay(now(), journey.time_zone, trigger.hour);
	const oldest = dayAfter(today, -MOST_MISSED_DAYS);
	const before = journey.looked_on ?? dayAfter(today, -1);
	const going = journey.looking !== null;
	const missed = before < oldest;
	const day = going ? before : dayAfter(missed ? oldest : before, 1);
	if (day > today) return null;
	const from = journey.looking ?? 0;
	const counted = await tx.first(LastRow, sql`select coalesce(max(number), 0) as last from person where customer_id = ${customerId}`);
	const to = from + RANGE;
	// Told `days` after it: the day itself was so long ago.
	const wanted = dayAfter(day, -trigger.days);
	const value = sql`p.attributes ->> ${trigger.attribute}`;
	const monthDay = wanted.slice(5);
	// Who was born on a 29th of February has their day on the 28th where there is none.
	const leap = monthDay === '02-28' && dayAfter(wanted, 1).slice(5) === '03-01' ? '02-29' : monthDay;
	const isDay = trigger.isYearly ? sql`substr(${value}, 6, 5) in (${monthDay}, ${leap})` : sql`left(${value}, 10) = ${wanted}`;
	const found = await tx.rows(
		NumberRow,
		sql`select pn.number from person pn join profile p on p.customer_id = ${customerId} and p.person = pn.person
		where pn.customer_id = ${customerId} and pn.number >= ${from} and pn.number < ${to} and p.attributes ? ${trigger.attribute}
			and ${value} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' and ${isDay}`,
	);
	await setLooked(tx, customerId, journey.campaign_id, day, to > (counted?.last ?? 0) ? null : to);
	return found.map(({ number }) => ({ journey, number, why: `date:${trigger.attribute}:${day}`, at: now() }));
};
