/**
 * A day and a time of day, written as the portal writes them (a browser's own field follows the browser's language, not the
 * portal's), with months to click in beside it. The value is the person's own time: `2026-11-20T09:41`.
 */
import { isLocalMoment, momentOf, momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { CalendarField, type CalendarFieldGiven } from './CalendarField.tsx';

interface DateFieldProps extends CalendarFieldGiven {
	/** `2026-11-20T09:41`; what is no moment is shown as it is. */
	value?: string;
	/** A moment, or what was written when it is none: the form's schema then says what is wrong. */
	onChange: (value: string) => void;
}

export function DateField({ value = '', onChange, ...field }: DateFieldProps) {
	const language = useLanguage();
	const known = isLocalMoment(value);
	return (
		<CalendarField
			{...field}
			shown={known ? momentText(value, language) : value}
			day={known ? value.slice(0, 10) : null}
			onWrite={(written) => onChange(momentOf(written, language) ?? written)}
			onDay={(chosen) => onChange(`${chosen}T${known ? value.slice(11) : '12:00'}`)}
		/>
	);
}
