/** A triggered send as its form holds it, and as it is sent. */
import type { InputOf } from '@luvalla/contract/call';
import { CampaignOptions } from '@luvalla/contract/engagement/campaigns';
import {
	type addTriggered,
	type JOURNEY_ASKS,
	type Journey,
	MOST_WAIT_MINUTES,
	type Triggered,
} from '@luvalla/contract/engagement/journeys';
import * as z from 'zod';
import { ownZone } from '../zones.ts';
import type { TriggeredTexts } from './texts.ts';

export const KINDS = ['consent', 'joined', 'left', 'event', 'date'] as const;
export const UNITS = ['minutes', 'hours', 'days'] as const;
type Unit = (typeof UNITS)[number];
const MINUTES: Readonly<Record<Unit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Numbers are texts; '' : nothing is chosen. */
export interface Draft extends Record<string, unknown> {
	title: string;
	kind: (typeof KINDS)[number];
	purposeId: string;
	segmentId: string;
	type: string;
	attribute: string;
	day: 'on' | 'before' | 'after';
	days: string;
	isYearly: boolean;
	hour: string;
	again: 'once' | 'again';
	againDays: string;
	delay: string;
	delayUnit: Unit;
	first: string;
	more: boolean;
	wait: string;
	waitUnit: Unit;
	ask: (typeof JOURNEY_ASKS)[number] | 'none';
	askSegment: string;
	yes: string;
	neither: string;
	purposes: string[];
	senderId: string;
	quiet: boolean;
	quietFrom: string;
	quietTo: string;
	capMessages: string;
	capDays: string;
	timeZone: string;
}

/** In the largest unit that says it whole. */
export function inUnits(minutes: number): { count: number; unit: Unit } {
	const unit = minutes === 0 ? 'minutes' : (UNITS.findLast((one) => minutes % MINUTES[one] === 0) ?? 'minutes');
	return { count: minutes / MINUTES[unit], unit };
}

export const draftOf = (row: Triggered | null): Draft => {
	const trigger = row?.journey.trigger;
	const after = row?.journey.after ?? null;
	const days = trigger?.kind === 'date' ? trigger.days : 0;
	const [delay, wait] = [inUnits(row?.journey.delayMinutes ?? 0), inUnits(after?.waitMinutes ?? 3 * MINUTES.days)];
	const options = row?.options ?? CampaignOptions.parse({});
	return {
		title: row?.title ?? '',
		kind: trigger?.kind ?? 'consent',
		purposeId: trigger?.kind === 'consent' ? trigger.purposeId : '',
		segmentId: trigger?.kind === 'joined' || trigger?.kind === 'left' ? trigger.segmentId : '',
		type: trigger?.kind === 'event' ? trigger.type : '',
		attribute: trigger?.kind === 'date' ? trigger.attribute : '',
		day: days === 0 ? 'on' : days < 0 ? 'before' : 'after',
		days: String(Math.abs(days) || 1),
		isYearly: trigger?.kind === 'date' ? trigger.isYearly : true,
		hour: String(trigger?.kind === 'date' ? trigger.hour : 9),
		again: row && row.journey.againDays !== null ? 'again' : 'once',
		againDays: String(row?.journey.againDays ?? 30),
		delay: String(delay.count),
		delayUnit: delay.unit,
		first: row?.journey.first ?? '',
		more: after !== null,
		wait: String(wait.count),
		waitUnit: wait.unit,
		ask: after?.ask ?? 'none',
		askSegment: after?.segmentId ?? '',
		yes: after?.yes ?? '',
		neither: after?.neither ?? '',
		purposes: options.purposes,
		senderId: options.senderId ?? '',
		quiet: options.quiet !== null,
		quietFrom: String(options.quiet?.from ?? 21),
		quietTo: String(options.quiet?.to ?? 8),
		capMessages: options.cap === null ? '' : String(options.cap.messages),
		capDays: options.cap === null ? '' : String(options.cap.days),
		timeZone: row?.options.timeZone ?? ownZone(),
	};
};

/** The same for another domain: what was chosen of the first one is not that one's. */
export const onAnotherDomain = (draft: Draft): Draft => ({
	...draft,
	purposeId: '',
	segmentId: '',
	first: '',
	askSegment: '',
	yes: '',
	neither: '',
	purposes: [],
	senderId: '',
});

const minutesOf = (count: string, unit: Unit): number => Number(count) * MINUTES[unit];

/** What is wrong with the form, in the language shown. */
export const checkOf = (t: TriggeredTexts) => {
	const isWhole = (text: string, low: number, high: number): boolean =>
		/^\d+$/.test(text.trim()) && Number(text) >= low && Number(text) <= high;
	const complain = (ctx: z.RefinementCtx, path: keyof Draft & string, message: string) =>
		ctx.addIssue({ code: 'custom', path: [path], message });
	return z.custom<Draft>().superRefine((draft, ctx) => {
		const whole = (path: keyof Draft & string, low: number, high: number) => {
			if (!isWhole(String(draft[path]), low, high)) complain(ctx, path, t('wholeNumber', { low, high }));
		};
		const chosen = (path: keyof Draft & string, message: string) => {
			if (String(draft[path]).trim() === '') complain(ctx, path, message);
		};
		chosen('title', t('needText'));
		if (draft.title.trim().length > 120) complain(ctx, 'title', t('tooLong'));
		if (draft.kind === 'consent') chosen('purposeId', t('needPurpose'));
		if (draft.kind === 'joined' || draft.kind === 'left') chosen('segmentId', t('needSegment'));
		if (draft.kind === 'event') chosen('type', t('needText'));
		if (draft.kind === 'date') {
			chosen('attribute', t('needText'));
			if (draft.day !== 'on') whole('days', 1, 365);
		}
		if (draft.again === 'again') whole('againDays', 1, 3650);
		whole('delay', 0, MOST_WAIT_MINUTES / MINUTES[draft.delayUnit]);
		chosen('first', t('needMessage'));
		if (draft.more) {
			whole('wait', 1, MOST_WAIT_MINUTES / MINUTES[draft.waitUnit]);
			if (draft.ask === 'joined') chosen('askSegment', t('needSegment'));
			if (draft.neither === '' && (draft.ask === 'none' || draft.yes === '')) complain(ctx, 'neither', t('needOne'));
		}
		const [messages, days] = [draft.capMessages.trim(), draft.capDays.trim()];
		if (messages !== '') whole('capMessages', 1, 100);
		if (days !== '') whole('capDays', 1, 365);
		if ((messages === '') !== (days === '')) complain(ctx, 'capDays', t('capBoth'));
	});
};

const triggerOf = (draft: Draft): Journey['trigger'] => {
	const { kind } = draft;
	if (kind === 'consent') return { kind, purposeId: draft.purposeId };
	if (kind === 'event') return { kind, type: draft.type.trim() };
	if (kind !== 'date') return { kind, segmentId: draft.segmentId };
	const days = draft.day === 'on' ? 0 : Number(draft.days) * (draft.day === 'before' ? -1 : 1);
	return { kind, attribute: draft.attribute.trim(), days, isYearly: draft.isYearly, hour: Number(draft.hour) };
};

const orNone = (id: string): string | null => (id === '' ? null : id);

/**
 * What is sent of a draft that the check let through.
 * @param row what it is a change of: options that have no field here stay
 * @param sender who writes where nobody was chosen; null: nobody
 */
export function bodyOf(draft: Draft, row: Triggered | null, sender: string | null): InputOf<typeof addTriggered>['body'] {
	return {
		title: draft.title.trim(),
		journey: {
			trigger: triggerOf(draft),
			againDays: draft.again === 'once' ? null : Number(draft.againDays),
			delayMinutes: minutesOf(draft.delay, draft.delayUnit),
			first: draft.first,
			after: draft.more
				? {
						waitMinutes: minutesOf(draft.wait, draft.waitUnit),
						ask: draft.ask === 'none' ? null : draft.ask,
						segmentId: draft.ask === 'joined' ? draft.askSegment : null,
						yes: draft.ask === 'none' ? null : orNone(draft.yes),
						neither: orNone(draft.neither),
					}
				: null,
		},
		options: {
			...row?.options,
			purposes: draft.purposes,
			senderId: orNone(draft.senderId) ?? sender,
			quiet: draft.quiet ? { from: Number(draft.quietFrom), to: Number(draft.quietTo) } : null,
			cap: draft.capMessages.trim() === '' ? null : { messages: Number(draft.capMessages), days: Number(draft.capDays) },
			timeZone: draft.timeZone,
		},
	};
}
