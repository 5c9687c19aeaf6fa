/** A licence that is being written: its days, what is wrong with them, and the first day on which it could begin. */
import { addDomainLicence, domainLicences, LICENCE_YEARS } from '@luvalla/contract/billing/licences';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fieldRule } from '#portal/lib/field-rules.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { isDay } from '#portal/ui/form/DayField.tsx';
import { addDays, addMonths, daysBetween } from './time-line.ts';

export interface Wanted {
	domainId: string | null;
	startsOn: string;
	endsOn: string;
}
type Field = keyof Wanted;

export interface LicenceForm {
	values: Wanted;
	errors: Readonly<Partial<Record<Field, string>>>;
	/** The domain has one on some of these days: the first day on which one of this length could begin. */
	freeFrom: string | null;
	sending: boolean;
	set: (field: Field, value: string) => void;
	/** Moves it there, as long as it was. */
	startOn: (day: string) => void;
	send: () => void;
}

interface Words {
	needDomain: string;
	/** A sentence with a day as an example. */
	noDay: string;
}

/** @param today the first day of a new one; it is a year long unless something else is written */
export function useLicenceForm(customerId: number, domainId: string | null, today: string, words: Words, onDone: () => void): LicenceForm {
	// What nobody wrote follows what is today, which the server says.
	const [written, setWritten] = useState<Partial<Wanted>>({});
	const values: Wanted = { domainId, startsOn: today, endsOn: addDays(addMonths(today, 12), -1), ...written };
	const [errors, setErrors] = useState<LicenceForm['errors']>({});
	const [freeFrom, setFreeFrom] = useState<string | null>(null);
	const add = useCall(addDomainLicence, { reload: [domainLicences], onSuccess: onDone });
	const change = (next: Partial<Wanted>): void => {
		setWritten(next);
		setErrors({});
		setFreeFrom(null);
	};
	const complaints = (): LicenceForm['errors'] => {
		if (values.domainId === null) return { domainId: words.needDomain };
		if (!isDay(values.startsOn)) return { startsOn: words.noDay };
		if (!isDay(values.endsOn)) return { endsOn: words.noDay };
		if (values.endsOn < values.startsOn) return { endsOn: fieldRule('Choose a day that is not before the first', currentLanguage()) };
		const years = Number(values.endsOn.slice(0, 4)) - Number(values.startsOn.slice(0, 4));
		return years > LICENCE_YEARS ? { endsOn: fieldRule('Choose a day within ten years', currentLanguage()) } : {};
	};
	return {
		values,
		errors,
		freeFrom,
		sending: add.isPending,
		set: (field, value) => change({ ...written, [field]: value }),
		startOn: (day) => change({ ...written, startsOn: day, endsOn: addDays(day, daysBetween(values.startsOn, values.endsOn)) }),
		send: () => {
			const wrong = complaints();
			setErrors(wrong);
			const { domainId: chosen, startsOn, endsOn } = values;
			if (chosen === null || Object.keys(wrong).length > 0) return;
			add.mutate(
				{ params: { id: customerId }, body: { customerId, domainId: chosen, startsOn, endsOn } },
				{
					onError: (error) => {
						if (!(error instanceof CallFailure)) return;
						const { freeFrom: free, ...fields } = error.fields;
						setErrors(fields);
						setFreeFrom(free ?? null);
					},
				},
			);
		},
	};
}
