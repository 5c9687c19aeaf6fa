/** What the file of a run's findings says behind the columns of the file that they are from. */
import type { Language } from '../http/errors.ts';

export const FINDING_COLUMNS: Readonly<Record<Language, readonly string[]>> = {
	en: ['line', 'column', 'reason'],
	fi: ['rivi', 'sarake', 'syy'],
};

/** How many of a file's columns are its sender's: whoever mends such a file and sends it again leaves ours at its end. */
export const sendersColumns = (names: readonly string[]): number =>
	Object.values(FINDING_COLUMNS).reduce((own, ours) => {
		const begins = names.length - ours.length;
		return begins > 0 && ours.every((name, place) => names[begins + place] === name) ? begins : own;
	}, names.length);
