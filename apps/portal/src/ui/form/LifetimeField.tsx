/** How long a cookie stays: a number and its unit, the end of the visit, or that nobody knows. Who shows it holds both parts. */
import type { SelectProps, TextInputProps } from '@mantine/core';
import { SelectField, TextField } from './fields.tsx';
import styles from './LifetimeField.module.css';
import { LIFETIME_KINDS, type LifetimeKind } from './lifetime.ts';
import { useLifetimeTexts } from './lifetime-texts.ts';

interface LifetimeFieldProps {
	/** Props of the number's field, which is there for a unit only. */
	number: Omit<TextInputProps, 'label'>;
	/** Props of the unit's. */
	kind: Omit<SelectProps, 'label' | 'data' | 'value'> & { value?: LifetimeKind };
	optional?: boolean | undefined;
}

export function LifetimeField({ number, kind, optional }: LifetimeFieldProps) {
	const t = useLifetimeTexts();
	const counted = kind.value !== 'session' && kind.value !== 'unknown';
	const words = (one: LifetimeKind): string => (one === 'session' || one === 'unknown' ? t(one) : t(`unit_${one}`));
	return (
		<div className={styles.lifetime} data-alone={counted ? undefined : ''}>
			{counted ? <TextField {...number} label={t('number')} inputMode="numeric" /> : null}
			<SelectField
				{...kind}
				label={t('kind')}
				optional={optional === true}
				data={LIFETIME_KINDS.map((one) => ({ value: one, label: words(one) }))}
				allowDeselect={false}
			/>
		</div>
	);
}
