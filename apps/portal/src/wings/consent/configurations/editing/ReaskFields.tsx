/** After how many months a yes and a no are asked again. */

import type { LightConfig } from '@luvalla/contract/consent/light';
import { REASK_NO_MONTHS } from '@luvalla/contract/constants';
import { SelectField } from '#portal/ui/form/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';

interface ReaskProps extends TabPropsOf<{ config: Pick<LightConfig, 'reask'> }> {
	most: number;
	/** Label of the months after a yes, where it says more. */
	yesLabel?: string;
}

export function ReaskFields({ draft, edit, problem, most, yesLabel }: ReaskProps) {
	const t = useConfigurationTexts();
	const fields = [
		{ name: 'yesMonths', label: yesLabel ?? t('yesMonths'), hint: undefined, least: 1 },
		{ name: 'noMonths', label: t('noMonths'), hint: t('noMonthsHint'), least: REASK_NO_MONTHS },
	] as const;
	return (
		<fieldset className={styles.set}>
			<legend>{t('reask')}</legend>
			<div className={styles.pair}>
				{fields.map(({ name, label, hint, least }) => (
					<SelectField
						key={name}
						label={label}
						hint={hint}
						data={Array.from({ length: most - least + 1 }, (_, i) => String(least + i))}
						value={String(draft.config.reask[name])}
						allowDeselect={false}
						error={problem(`reask.${name}`)}
						onChange={(value) =>
							edit((next) => {
								next.config.reask[name] = Number(value);
							})
						}
					/>
				))}
			</div>
		</fieldset>
	);
}
