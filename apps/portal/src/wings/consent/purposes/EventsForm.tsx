/** For how long a domain keeps what people did there, and what lets its visitors be remembered. */
import { changeEventSettings, type EventSettings, eventSettings, KEEP_DAYS } from '@luvalla/contract/profiles/visitors';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { usePurposeTexts } from './texts.ts';

export function EventsForm({ domains, first }: { domains: readonly { id: string; domain: string }[]; first: string | undefined }) {
	const t = usePurposeTexts();
	const [id, setId] = useState(first ?? domains[0]?.id ?? '');
	const asked = useQuery({ ...asQuery(eventSettings, { params: { id } }), enabled: id !== '' });
	const choice = (
		<SelectField
			label={t('domain')}
			data={domains.map((one) => ({ value: one.id, label: one.domain }))}
			allowDeselect={false}
			value={id}
			onChange={(value) => value && setId(value)}
		/>
	);
	if (asked.isError) return <Failed query={asked} />;
	return asked.data ? <KeepForm key={id} id={id} settings={asked.data.data} choice={choice} /> : <Skeleton height={120} m={24} />;
}

/** @param choice the field that chooses the domain */
function KeepForm({ id, settings: { keepDays, remembers }, choice }: { id: string; settings: EventSettings; choice: ReactNode }) {
	const t = usePurposeTexts();
	const change = useCall(changeEventSettings, { reload: [eventSettings] });
	const days = /^[1-9]\d{0,3}$/;
	const schema = z.object({
		keepDays: z.string().refine((typed) => days.test(typed) && Number(typed) <= KEEP_DAYS.most, {
			error: t('keepDaysWrong', { most: KEEP_DAYS.most }),
		}),
	});
	return (
		<DrawerForm<{ keepDays: string }>
			initial={{ keepDays: String(keepDays) }}
			schema={schema}
			labels={{ keepDays: t('keepDays') }}
			toInput={(values) => ({ keepDays: values.keepDays.trim() })}
			onSave={(values) => change.mutateAsync({ params: { id }, body: { keepDays: Number(values.keepDays.trim()) } })}
			saveLabel={t('saveEvents')}
		>
			{(form) => (
				<>
					{choice}
					<TextField label={t('keepDays')} inputMode="numeric" hint={t('keepDaysHint')} {...form.getInputProps('keepDays')} />
					<p className="quiet">{remembers ? t('remembersBy', { purpose: remembers.purpose }) : t('remembersNobody')}</p>
				</>
			)}
		</DrawerForm>
	);
}
