import { readUser } from '@luvalla/contract/identity/account';
import { changeProfile } from '@luvalla/contract/identity/users';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useShellTexts } from '#portal/app/texts.ts';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { renamed } from '#portal/lib/session.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { Card } from '#portal/ui/Card.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { errorsOf } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { LeaveGuard } from '#portal/ui/form/LeaveGuard.tsx';
import { useForm } from '#portal/ui/form/use-form.ts';
import styles from './profile.module.css';
import { useProfileTexts } from './texts.ts';

/** Own name and phone number; the address stands beside them and is not changed here. */
export function Details() {
	const t = useProfileTexts();
	const user = useQuery({ ...asQuery(readUser, {}), staleTime: 0 });
	const data = user.data?.data;
	return (
		<Card title={t('details')}>
			{data ? (
				<DetailsForm email={data.email} initial={{ name: data.name, PhoneNumber: data.PhoneNumber }} />
			) : user.isError ? (
				<Failed sentence={t('failed')} query={user} />
			) : (
				<Skeleton height={318} />
			)}
		</Card>
	);
}

interface Values {
	name: string;
	PhoneNumber: string;
}

function DetailsForm({ email, initial }: { email: string; initial: Values }) {
	const t = useProfileTexts();
	const shell = useShellTexts();
	const [saved, setSaved] = useState(initial);
	const form = useForm<Values>({
		initialValues: initial,
		judgeOnBlur: true,
		validate: (values) => errorsOf(changeProfile.body, values),
	});
	const change = useCall(changeProfile, {
		reload: [readUser],
		onSuccess: (data) => {
			setSaved({ name: data.name, PhoneNumber: data.PhoneNumber });
			renamed(data.name, data.username);
		},
	});
	const dirty = form.values.name !== saved.name || form.values.PhoneNumber !== saved.PhoneNumber;
	const unsaved = useUnsaved(dirty);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (form.validate().hasErrors) return;
		try {
			const { data } = await change.mutateAsync({ body: form.values });
			form.setValues({ name: data.name, PhoneNumber: data.PhoneNumber });
		} catch (failure) {
			if (!(failure instanceof Error)) throw failure;
			// anything without fields was told by a notice
			if (failure instanceof CallFailure) form.setErrors({ ...failure.fields });
		}
	};
	return (
		<form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
			<TextField label={t('name')} optional hint={t('nameHint')} autoComplete="name" {...form.getInputProps('name')} />
			<TextField label={t('phone')} optional type="tel" autoComplete="tel" {...form.getInputProps('PhoneNumber')} />
			<TextField label={t('email')} hint={t('emailHint')} value={email} readOnly />
			<Button type="submit" loading={change.isPending}>
				{t('save')}
			</Button>
			<LeaveGuard unsaved={unsaved} title={shell('unsaved')}>
				{shell('unsavedText')}
			</LeaveGuard>
		</form>
	);
}
