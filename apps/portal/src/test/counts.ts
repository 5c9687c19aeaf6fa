/** Counts as the server answers them, for tests of dashboards, trends and reports. */
import { CHANNELS } from '@luvalla/contract/channels';
import type { DomainCounts } from '@luvalla/contract/insight/counts';
import type { ChannelCount, EventCounts } from '@luvalla/contract/insight/event-counts';

const HALF_HOUR_MS = 1_800_000;
const stepsAt = (from: string, count: number, ms: number): string[] =>
	Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * ms).toISOString());

/** A step's part of a sum, in whole numbers that make the sum. */
const partOf = (sum: number, i: number, count: number): number => Math.floor((sum * (i + 1)) / count) - Math.floor((sum * i) / count);

/** @param part of the choices that accepted all; the rest refused; as many records as three purposes make, and a tenth took a yes back */
export function countsOf(choices: number, part = 0.6, from = '2026-11-20T00:00:00.000Z', count = 24, ms = HALF_HOUR_MS): DomainCounts {
	const acceptedAll = Math.round(choices * part);
	const sums = {
		choices,
		acceptedAll,
		acceptedSome: 0,
		refused: choices - acceptedAll,
		records: choices * 3,
		others: 0,
		withdrawn: Math.round(choices / 10),
	};
	return {
		from,
		to: new Date(Date.parse(from) + count * ms).toISOString(),
		...sums,
		steps: stepsAt(from, count, ms).map((at, i) => {
			const [all, none] = [partOf(acceptedAll, i, count), partOf(sums.refused, i, count)];
			return {
				at,
				choices: all + none,
				accepted: all,
				acceptedAll: all,
				acceptedSome: 0,
				refused: none,
				records: partOf(sums.records, i, count),
				others: 0,
				withdrawn: partOf(sums.withdrawn, i, count),
			};
		}),
		domains: [],
	};
}

export function eventsOf(
	events: number,
	more: Partial<EventCounts> = {},
	from = '2026-11-20T00:00:00.000Z',
	count = 24,
	ms = HALF_HOUR_MS,
): EventCounts {
	const { profiles = 24, messages = 240 } = more;
	return {
		from,
		to: new Date(Date.parse(from) + count * ms).toISOString(),
		events,
		profiles,
		messages,
		profilesAtEnd: 1024,
		steps: stepsAt(from, count, ms).map((at, i) => ({
			at,
			events: partOf(events, i, count),
			profiles: partOf(profiles, i, count),
			messages: partOf(messages, i, count),
		})),
		domains: [],
		types: [],
		...more,
	};
}

/** Letters were sent, and text messages; nothing else. */
export const channelCounts = (): ChannelCount[] =>
	CHANNELS.map((word, channel) => ({
		channel,
		count: word === 'email' ? 800 : word === 'sms' ? 200 : 0,
		accepted: word === 'email' ? 700 : word === 'sms' ? 100 : 0,
		failed: word === 'email' ? 8 : 0,
		skipped: word === 'email' ? 41 : 0,
		opened: word === 'email' ? 300 : 0,
		clicked: word === 'email' ? 30 : 0,
	}));
