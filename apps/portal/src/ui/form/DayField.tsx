/** A calendar day (`2026-11-20`), written as the portal writes it, with months to click in beside it. */
import { dayOf, dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { CalendarField, type CalendarFieldGiven } from './CalendarField.tsx';

interface DayFieldProps extends CalendarFieldGiven {
	/** `2026-11-20`; what is no day is shown as it is. */
	value: string;
	/** A day, or what was written when it is none: whoever holds it then says what is wrong. */
	onChange: (value: string) => void;
	/** Written as 2026-11-20 in every language. */
	iso?: boolean;
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function DayField({ value, onChange, iso = false, ...field }: DayFieldProps) {
	const language = useLanguage();
	const known = isDay(value);
	return (
		<CalendarField
			{...field}
			shown={known && !iso ? dayText(value, language) : value}
			day={known ? value : null}
			onWrite={(written) => onChange(dayOf(written, language) ?? written)}
			onDay={onChange}
		/>
	);
}
