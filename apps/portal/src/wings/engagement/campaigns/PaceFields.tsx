/** When nobody is written to, and how much somebody gets at most. */
import { timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { InputProps } from '#portal/ui/form/use-form.ts';
import styles from './campaigns.module.css';
import { useCampaignTexts } from './texts.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The hours of a day, as one chooses among them. */
export function useHours() {
	const language = useLanguage();
	return HOURS.map((hour) => ({ value: String(hour), label: timeText(new Date(2026, 0, 1, hour), language) }));
}

interface PaceFieldsProps {
	quiet: InputProps & { checked: boolean };
	/** Wherever its form has them. */
	inputOf: (name: 'quietFrom' | 'quietTo' | 'capMessages' | 'capDays') => InputProps & { value: string };
}

export function PaceFields({ quiet, inputOf }: PaceFieldsProps) {
	const t = useCampaignTexts();
	const hours = useHours();
	return (
		<>
			<SwitchField label={t('quiet')} hint={t('quietHint')} {...quiet} />
			{quiet.checked ? (
				<div className={styles.pair}>
					<SelectField label={t('quietFrom')} allowDeselect={false} data={hours} {...inputOf('quietFrom')} />
					<SelectField label={t('quietTo')} allowDeselect={false} data={hours} {...inputOf('quietTo')} />
				</div>
			) : null}
			<div className={styles.pair}>
				<TextField label={t('capMessages')} optional inputMode="numeric" {...inputOf('capMessages')} />
				<TextField label={t('capDays')} optional inputMode="numeric" {...inputOf('capDays')} />
			</div>
			<p className="aside light">{t('capHint')}</p>
		</>
	);
}
