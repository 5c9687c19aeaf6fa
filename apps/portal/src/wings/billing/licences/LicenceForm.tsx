import { Button } from '@mantine/core';
import { useId } from 'react';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { DayField } from '#portal/ui/form/DayField.tsx';
import { FieldError, SelectField } from '#portal/ui/form/fields.tsx';
import styles from './licences.module.css';
import { useLicenceTexts } from './texts.ts';
import type { LicenceForm as Form } from './use-licence-form.ts';

interface LicenceFormProps {
	form: Form;
	/** To choose from, where it is not said already whose licence it is. */
	domains: readonly { id: string; domain: string }[] | null;
	onCancel: () => void;
}

/** The days of a new licence, in the row of its domain or above the list; an overlap is said with the first free day as a press. */
export function LicenceForm({ form, domains, onCancel }: LicenceFormProps) {
	const t = useLicenceTexts();
	const language = useLanguage();
	const said = useId();
	const { values, errors, freeFrom } = form;
	return (
		<form
			className={styles.form}
			aria-label={t('form')}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				form.send();
			}}
		>
			<div className={styles.fields}>
				{domains === null ? null : (
					<SelectField
						label={t('domain')}
						placeholder={t('chooseDomain')}
						data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
						value={values.domainId}
						searchable
						error={errors.domainId}
						onChange={(id) => id !== null && form.set('domainId', id)}
					/>
				)}
				<DayField
					label={t('from')}
					value={values.startsOn}
					error={freeFrom === null ? errors.startsOn : true}
					onChange={(day) => form.set('startsOn', day)}
				/>
				<DayField label={t('to')} value={values.endsOn} error={errors.endsOn} onChange={(day) => form.set('endsOn', day)} />
				<div className={styles.acts}>
					<Button variant="default" onClick={onCancel}>
						{t('cancel')}
					</Button>
					<Button type="submit" variant="default" data-strong loading={form.sending}>
						{t('add')}
					</Button>
				</div>
			</div>
			<div role="alert" id={said} className={styles.said}>
				{freeFrom === null ? null : (
					<>
						<FieldError>{t('overlaps')}</FieldError>
						<button type="button" className="link" onClick={() => form.startOn(freeFrom)}>
							{t('startOn', { day: dayText(freeFrom, language) })}
						</button>
					</>
				)}
			</div>
		</form>
	);
}
