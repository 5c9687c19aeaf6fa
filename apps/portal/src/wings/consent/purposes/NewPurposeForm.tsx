import { addPurpose, purposes } from '@luvalla/contract/consent/purposes';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { PermitFields } from './PermitFields.tsx';
import { lacksSegment, type PermitValues, permitsOf, permitValues } from './permits.ts';
import { usePurposeTexts } from './texts.ts';
import { WordingFields, type WordingValues, wordingErrors, wordingOf, wordingValues } from './wording.tsx';

interface Values extends WordingValues, PermitValues {
	domainId: string;
	name: string;
}

interface NewPurposeProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	onAdded: (id: string) => void;
}

/** A purpose that no banner asks about: its domain, its name and its words. */
export function NewPurposeForm({ customerId, domains, onAdded }: NewPurposeProps) {
	const t = usePurposeTexts();
	const add = useCall(addPurpose, { reload: [purposes], onSuccess: ({ id }) => onAdded(id) });
	const inputOf = (values: Values) => ({
		domainId: values.domainId,
		name: values.name.trim(),
		wording: wordingOf(values),
		...permitsOf(values),
	});
	const schema = z
		.object({ ...addPurpose.body.shape, domainId: z.uuid({ error: t('needDomain') }), wording: z.custom<ReturnType<typeof wordingOf>>() })
		.superRefine(({ wording, basis = 'consent', basisSegment = null }, context) => {
			if (lacksSegment({ basis, basisSegment })) context.addIssue({ code: 'custom', path: ['basisSegment'], message: t('needWhom') });
			for (const { path, message } of wordingErrors(wording)) context.addIssue({ code: 'custom', path: [path], message });
		});
	return (
		<DrawerForm<Values>
			initial={{ domainId: domains.length === 1 ? (domains[0]?.id ?? '') : '', name: '', ...permitValues(), ...wordingValues() }}
			schema={schema}
			labels={{
				domainId: t('domain'),
				name: t('name'),
				tracks: t('tracks'),
				basis: t('permitsBy'),
				basisSegment: t('whom'),
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
					<WordingFields form={form} />
					<PermitFields form={form} customerId={customerId} domainId={form.values.domainId || null} />
				</>
			)}
		</DrawerForm>
	);
}
