import type { Channel } from '@luvalla/contract/channels';
import { addPurpose, purposes } from '@luvalla/contract/consent/purposes';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/fields.tsx';
import { ChannelsField } from './ChannelsField.tsx';
import { usePurposeTexts } from './texts.ts';
import { WordingFields, type WordingValues, wordingErrors, wordingOf, wordingValues } from './wording.tsx';

interface Values extends WordingValues {
	domainId: string;
	name: string;
	channels: Channel[];
}

/** A purpose that no banner asks about: its domain, its name and its words. */
export function NewPurposeForm({ customerId, domains }: { customerId: number; domains: readonly { id: string; domain: string }[] }) {
	const t = usePurposeTexts();
	const add = useCall(addPurpose, { reload: [purposes] });
	const inputOf = (values: Values) => ({
		domainId: values.domainId,
		name: values.name.trim(),
		wording: wordingOf(values),
		channels: values.channels,
	});
	const schema = z
		.object({ ...addPurpose.body.shape, domainId: z.uuid({ error: t('needDomain') }), wording: z.custom<ReturnType<typeof wordingOf>>() })
		.superRefine(({ wording }, context) => {
			for (const { path, message } of wordingErrors(wording)) context.addIssue({ code: 'custom', path: [path], message });
		});
	return (
		<DrawerForm<Values>
			initial={{ domainId: domains.length === 1 ? (domains[0]?.id ?? '') : '', name: '', channels: [], ...wordingValues() }}
			schema={schema}
			labels={{
				domainId: t('domain'),
				name: t('name'),
				channels: t('channels'),
				enName: t('wordingName'),
				enAbout: t('wordingAbout'),
				fiName: t('wordingName'),
				fiAbout: t('wordingAbout'),
			}}
			toInput={inputOf}
			onSave={(values) => add.mutateAsync({ params: { customerId }, body: inputOf(values) })}
			saveLabel={t('add')}
		>
			{(form) => (
				<>
					<SelectField
						label={t('domain')}
						data={domains.map((one) => ({ value: one.id, label: one.domain }))}
						allowDeselect={false}
						{...form.getInputProps('domainId')}
					/>
					<TextField label={t('name')} hint={t('nameHint')} {...form.getInputProps('name')} />
					<ChannelsField value={form.values.channels} onChange={(channels) => form.setFieldValue('channels', channels)} />
					<WordingFields form={form} />
				</>
			)}
		</DrawerForm>
	);
}
