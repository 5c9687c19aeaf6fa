/** The table with the form of a new licence: in the row of its domain where that is in view, else above it. */
import type { Licence } from '@luvalla/contract/billing/licences';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { isDay } from '#portal/ui/form/DayField.tsx';
import { LicenceForm } from './LicenceForm.tsx';
import { LicenceTable } from './LicenceTable.tsx';
import styles from './licences.module.css';
import { useLicenceTexts } from './texts.ts';
import { useLicenceForm } from './use-licence-form.ts';

interface LicencesListProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	rows: readonly Licence[] | undefined;
	today: string;
	/** The form is open, for this domain where it is named. */
	opened: boolean;
	domainId: string | null;
	/** None: nothing may be changed. */
	onOpen: ((domainId: string) => void) | undefined;
	onClose: () => void;
	onEnd: (licence: Licence) => void;
}

export function LicencesList({ customerId, domains, rows, today, opened, domainId, onOpen, onClose, onEnd }: LicencesListProps) {
	const t = useLicenceTexts();
	const language = useLanguage();
	const words = { needDomain: t('needDomain'), noDay: t('noDay', { example: dayText(today, language) }) };
	const form = useLicenceForm(customerId, domainId, today, words, onClose);
	const inRow = domainId !== null && rows?.some((row) => row.domainId === domainId) === true;
	// Until the rows are there, nobody knows whose row it stands in.
	const placed = domainId === null || rows !== undefined;
	const drawn = opened && placed ? <LicenceForm form={form} domains={inRow ? null : domains} onCancel={onClose} /> : null;
	const empty = rows?.length === 0;
	const { startsOn, endsOn } = form.values;
	// A day that is still being written is nowhere on the line.
	const drawable = isDay(startsOn) && isDay(endsOn) && endsOn >= startsOn;
	return (
		<>
			{drawn && !inRow ? <div className={styles.above}>{drawn}</div> : null}
			{empty ? null : (
				<LicenceTable
					rows={rows}
					today={today}
					wanted={opened ? { ...form.values, drawable, refused: form.freeFrom !== null } : null}
					form={inRow ? drawn : null}
					onAdd={onOpen}
					onEnd={onEnd}
				/>
			)}
		</>
	);
}
