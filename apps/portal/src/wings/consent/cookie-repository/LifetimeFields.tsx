/** How long a cookie stays, in a form: a number and its unit, the end of the visit, or that nobody knows. */
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { LIFETIME_UNITS, type LifetimeKind } from './lifetime.ts';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';

export interface LifetimeValues {
	lifetimeNumber: string;
	lifetimeKind: LifetimeKind;
}

const KINDS: readonly LifetimeKind[] = ['session', ...LIFETIME_UNITS.toReversed(), 'unknown'];

export function LifetimeFields<V extends LifetimeValues>({ form, optional }: { form: Form<V>; optional?: true }) {
	const t = useRepositoryTexts();
	const kind: LifetimeKind = form.values.lifetimeKind;
	const counted = kind !== 'session' && kind !== 'unknown';
	const words = (one: LifetimeKind): string =>
		one === 'session' ? t('session') : one === 'unknown' ? t('unknownLifetime') : t(`unit_${one}`);
	return (
		<div className={styles.lifetime} data-alone={counted ? undefined : ''}>
			{counted ? <TextField label={t('lifetimeNumber')} inputMode="numeric" {...form.getInputProps('lifetimeNumber')} /> : null}
			<SelectField
				label={t('lifetimeUnit')}
				optional={optional}
				data={KINDS.map((one) => ({ value: one, label: words(one) }))}
				allowDeselect={false}
				{...form.getInputProps('lifetimeKind')}
			/>
		</div>
	);
}
