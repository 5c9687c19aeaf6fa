/** Texts of a lifetime's fields, apart from the rest of the kit. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	number: 'Number',
	kind: 'Lifetime',
	session: 'Until the visit ends',
	unknown: 'Unknown',
	unit_year: 'years',
	unit_month: 'months',
	unit_day: 'days',
	unit_hour: 'hours',
	unit_minute: 'minutes',
	unit_second: 'seconds',
} as const;

const fi: Translation<typeof en> = {
	number: 'Määrä',
	kind: 'Säilyy',
	session: 'Käynnin loppuun',
	unknown: 'Ei tiedossa',
	unit_year: 'vuotta',
	unit_month: 'kuukautta',
	unit_day: 'päivää',
	unit_hour: 'tuntia',
	unit_minute: 'minuuttia',
	unit_second: 'sekuntia',
};

export const useLifetimeTexts = messages('lifetime', en, fi);
