/** What is compared: of a group as a whole, and day by day. */
import { consentRate } from '@luvalla/contract/consent/consent-rate';
import type { DomainCounts } from '@luvalla/contract/insight/counts';
import type { EventCounts } from '@luvalla/contract/insight/event-counts';
import type { Measure } from './trends.search.ts';

/** A group's counts, as far as they have come. */
export interface Counted {
	consents: DomainCounts | null | undefined;
	events: EventCounts | null | undefined;
}

/** More of these is good, or less; of the others neither. */
export const MORE_IS_GOOD: Readonly<Partial<Record<Measure, boolean>>> = {
	records: true,
	rate: true,
	refused: false,
	withdrawn: false,
	profiles: true,
};

interface Step {
	value: number;
	/** Of a rate: of how many. */
	of: number;
}

const OF_EVENTS = ['profiles', 'messages', 'events'] as const;
const isOfEvents = (measure: Measure): measure is (typeof OF_EVENTS)[number] => OF_EVENTS.some((one) => one === measure);

/** Day by day; undefined while they are on their way, null where only the other group was answered. */
function stepsOf(measure: Measure, { consents, events }: Counted): Step[] | null | undefined {
	if (isOfEvents(measure)) return events ? events.steps.map((step) => ({ value: step[measure], of: 1 })) : events;
	if (!consents) return consents;
	return consents.steps.map((step) => (measure === 'rate' ? { value: step.accepted, of: step.choices } : { value: step[measure], of: 1 }));
}

const worthOf = (measure: Measure, value: number, of: number): number | null =>
	measure === 'rate' ? consentRate({ accepted: value, choices: of }) : value;

/** Of the whole group. */
export function wholeOf(measure: Measure, counted: Counted): number | null | undefined {
	const steps = stepsOf(measure, counted);
	if (!steps) return steps;
	const sum = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0);
	return worthOf(
		measure,
		sum(({ value }) => value),
		sum(({ of }) => of),
	);
}

/** Day by day, each for itself or added up from the first. */
export function daily(measure: Measure, counted: Counted, addedUp: boolean): (number | null)[] | null | undefined {
	const steps = stepsOf(measure, counted);
	if (!steps) return steps;
	let [value, of] = [0, 0];
	return steps.map((step) => {
		[value, of] = addedUp ? [value + step.value, of + step.of] : [step.value, step.of];
		return worthOf(measure, value, of);
	});
}
