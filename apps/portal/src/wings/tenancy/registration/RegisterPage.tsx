/** /register: a company and the person who becomes its admin; the answer is the same for known and unknown addresses. */
import { INVITE_DAYS, REDIRECT_DELAY_MS } from '@luvalla/contract/constants';
import { PRIMARY_EMAIL_PLACEHOLDER, registerCustomer } from '@luvalla/contract/tenancy/invites';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { VisitorPage } from '#portal/app/pages/VisitorPage.tsx';
import { Questions } from '#portal/app/pages/visitor-pages.tsx';
import { useCall } from '#portal/lib/calls.ts';
import { browser } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { rememberRegistration, type SentRegistration } from '#portal/lib/registered.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { beginRegistration, leaveRegistration } from '#portal/lib/session.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { CountryField } from '#portal/ui/form/CountryField.tsx';
import { errorsOf } from '#portal/ui/form/FormDrawer.tsx';
import { FieldError, TextField } from '#portal/ui/form/fields.tsx';
import { useForm } from '#portal/ui/form/use-form.ts';
import styles from './RegisterPage.module.css';
import { useRegistrationTexts } from './texts.ts';

interface Values {
	name: string;
	businessId: string;
	countryCode: string;
	address: string;
	phone: string;
	requestedDomains: string;
	email: string;
	terms: boolean;
}
const initialValues: Values = {
	name: '',
	businessId: '',
	countryCode: '',
	address: '',
	phone: '',
	requestedDomains: '',
	email: '',
	terms: false,
};
const hostsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((host) => host !== '');

/** What is sent: the business ID trimmed, the primary email always the placeholder. */
const inputOf = (values: Values) => ({
	...values,
	businessId: values.businessId.trim(),
	requestedDomains: hostsOf(values.requestedDomains),
	primaryEmail: PRIMARY_EMAIL_PLACEHOLDER,
	language: currentLanguage(),
});

export function RegisterPage() {
	const t = useRegistrationTexts();
	const [sent, setSent] = useState<SentRegistration | null>(null);
	useEffect(beginRegistration, []);
	// Leads to the portal after a second, as specified; the sign-in area goes on saying what was sent.
	useEffect(() => {
		if (sent === null) return;
		leaveRegistration();
		void browser.wait(REDIRECT_DELAY_MS).then(() => browser.go('/'));
	}, [sent]);
	if (sent === null) return <RegisterForm onSent={setSent} />;
	return (
		<VisitorPage
			title={t('sentTitle')}
			intro={<span role="status">{t('sent', { email: sent.email, name: sent.name, days: INVITE_DAYS })}</span>}
		>
			{publicSettings().mailbox ? <p className={styles.hint}>{t('mailbox')}</p> : null}
		</VisitorPage>
	);
}

function RegisterForm({ onSent }: { onSent: (sent: SentRegistration) => void }) {
	const t = useRegistrationTexts();
	const register = useCall(registerCustomer, { quiet: true });
	/** The schema's complaints; those of single domains name the domain. */
	const complaints = (values: Values): Record<string, string> => {
		const input = inputOf(values);
		const errors = errorsOf(registerCustomer.body, input);
		if (errors.name && values.name.trim() === '') errors.name = t('needName');
		const deep = Object.keys(errors).find((path) => path.startsWith('requestedDomains.'));
		const host = deep === undefined ? undefined : input.requestedDomains[Number(deep.split('.')[1])];
		if (host !== undefined) errors.requestedDomains = t('domainWrong', { host });
		else if (errors.requestedDomains) errors.requestedDomains = t('domainsMany');
		if (deep !== undefined) delete errors[deep];
		return errors;
	};
	const form = useForm<Values>({ initialValues, judgeOnBlur: true, validate: complaints });
	const showFirst = (errors: Record<string, unknown>) => {
		const first = Object.keys(initialValues).find((name) => name in errors);
		if (first !== undefined) setTimeout(() => form.getInputNode(first)?.focus());
	};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const checked = form.validate();
		if (checked.hasErrors) return showFirst(checked.errors);
		const input = inputOf(form.values);
		try {
			// the schema has just accepted it: `terms` is true
			const { data } = await register.mutateAsync({ body: { ...input, terms: true } });
			const told = { email: data.email, name: input.name.trim() };
			rememberRegistration(told);
			onSent(told);
		} catch (failure) {
			if (!(failure instanceof Error)) throw failure;
			// anything without fields was told by a notice
			if (failure instanceof CallFailure && failure.hasFields) {
				form.setErrors({ ...failure.fields });
				showFirst(failure.fields);
			}
		}
	};
	const country = form.getInputProps('countryCode');
	const terms = form.getInputProps('terms', { type: 'checkbox' });
	return (
		<VisitorPage title={t('title')} intro={t('intro')}>
			<form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
				<h2>{t('company')}</h2>
				<TextField label={t('name')} autoComplete="organization" {...form.getInputProps('name')} />
				<TextField label={t('businessId')} optional {...form.getInputProps('businessId')} />
				<CountryField
					label={t('country')}
					placeholder={t('chooseCountry')}
					{...country}
					onChange={(code) => form.setFieldValue('countryCode', code)}
				/>
				<AreaField label={t('address')} optional minRows={2} autoComplete="street-address" {...form.getInputProps('address')} />
				<TextField label={t('phone')} optional type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
				<AreaField
					label={t('domains')}
					optional
					hint={t('domainsHint')}
					mono
					minRows={2}
					spellCheck={false}
					autoCapitalize="none"
					{...form.getInputProps('requestedDomains')}
				/>
				<h2>{t('you')}</h2>
				<TextField label={t('email')} type="email" autoComplete="email" hint={t('emailHint')} {...form.getInputProps('email')} />
				<Checkbox
					{...terms}
					label={
						<>
							{t('terms')}{' '}
							<Link to="/termsandconditions" target="_blank" className="link">
								{t('termsLink')}
							</Link>
						</>
					}
					classNames={{ error: styles.boxError }}
					error={terms.error ? <FieldError>{terms.error}</FieldError> : undefined}
				/>
				<Button type="submit" size="lg" loading={register.isPending}>
					{t('submit')}
				</Button>
			</form>
			<Questions type="registration" />
		</VisitorPage>
	);
}
