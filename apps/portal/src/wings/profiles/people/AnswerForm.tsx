import '@mantine/core/styles/Radio.layer.css';
import { assistedAnswer, people, person } from '@luvalla/contract/consent/people';
import { purposes } from '@luvalla/contract/consent/purposes';
import type { PersonKey } from '@luvalla/contract/people/identifiers';
import { profile, profiles } from '@luvalla/contract/profiles/profiles';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { isLocalMoment, localMoment } from '#portal/lib/dates.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { currentLanguage, useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { DateField } from '#portal/ui/form/DateField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { FieldError, SelectField, TextField } from '#portal/ui/form/fields.tsx';
import styles from './people.module.css';
import { usePeopleTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	kind: string;
	who: string;
	purpose: string;
	value: string;
	at: string;
	source: string;
}

const keyOf = ({ kind, who }: Pick<Values, 'kind' | 'who'>): PersonKey =>
	kind === 'phone' ? { phone: who.trim() } : kind === 'externalId' ? { externalId: who.trim() } : { email: who.trim() };

/** Writes down what somebody was told. `known`: whose page this is; without it the person is named here. */
export function AnswerForm({ customerId, known, purposeId }: { customerId: number; known?: string; purposeId?: string | undefined }) {
	const t = usePeopleTexts();
	const language = useLanguage();
	const list = useQuery(asQuery(purposes, { params: { customerId }, query: {} }));
	const save = useCall(assistedAnswer, { reload: [people, person, profiles, profile], scope: { customerId } });
	const asked = (list.data?.data ?? []).filter(({ legalBasis }) => legalBasis === 'consent');
	const groups = [...Map.groupBy(asked, ({ domain }) => domain)].map(([group, own]) => ({
		group,
		items: own.map((one) => ({ value: one.id, label: purposeName(one, language) })),
	}));
	const inputOf = (values: Values) => ({
		person: known === undefined ? keyOf(values) : { luvallaId: known },
		purposeId: values.purpose,
		value: values.value === 'yes',
		at: isLocalMoment(values.at) ? dayjs(values.at).toISOString() : '',
		source: values.source.trim() === '' ? undefined : values.source.trim(),
		language: currentLanguage(),
	});
	const schema = assistedAnswer.body
		.safeExtend({
			purposeId: z.uuid({ error: t('needPurpose') }),
			value: z.boolean({ error: t('needAnswer') }),
			at: z.iso.datetime({ error: t('needTime') }).refine((at) => Date.parse(at) <= Date.now() + 60_000, { error: t('atFuture') }),
		})
		.refine((one) => !one.value || one.source !== undefined, { path: ['source'], error: t('needSource') });
	return (
		<DrawerForm<Values>
			initial={{ kind: 'email', who: '', purpose: purposeId ?? '', value: '', at: localMoment(new Date()), source: '' }}
			schema={schema}
			labels={{ kind: t('kind'), who: t('who'), purpose: t('purpose'), value: t('answer'), at: t('saidAt'), source: t('source') }}
			labelOf={(path) => (path.startsWith('person') ? t('who') : path === 'purposeId' ? t('purpose') : undefined)}
			// nothing chosen is no answer
			toInput={(values) => ({ ...inputOf(values), ...(values.value === '' && { value: undefined }) })}
			onSave={(values) => save.mutateAsync({ query: {}, body: inputOf(values) })}
			saveLabel={t('save')}
		>
			{(form) => {
				const key =
					form.values.kind === 'phone' ? 'person.phone' : form.values.kind === 'externalId' ? 'person.externalId' : 'person.email';
				const said = form.getInputProps('value');
				return (
					<>
						{known === undefined ? (
							<div className={styles.who}>
								<SelectField
									label={t('kind')}
									data={(['email', 'phone', 'externalId'] as const).map((value) => ({ value, label: t(value) }))}
									allowDeselect={false}
									{...form.getInputProps('kind')}
								/>
								<TextField
									label={t('who')}
									type={form.values.kind === 'email' ? 'email' : 'text'}
									hint={t('whoHint')}
									{...form.getInputProps('who')}
									error={form.errors[key] ?? form.errors.person ?? form.errors.who}
								/>
							</div>
						) : null}
						{list.isError ? (
							<Failed query={list} />
						) : (
							<SelectField
								label={t('purpose')}
								data={groups}
								loading={list.isPending}
								{...(groups.length === 0 && { nothingFoundMessage: t('noPurposes') })}
								searchable
								allowDeselect={false}
								{...form.getInputProps('purpose')}
								error={form.errors.purposeId ?? form.errors.purpose}
							/>
						)}
						<Radio.Group
							label={t('answer')}
							classNames={{ label: styles.legend }}
							{...said}
							error={said.error ? <FieldError>{said.error}</FieldError> : undefined}
						>
							<div className={styles.radios}>
								<Radio value="no" label={t('saidNo')} />
								<Radio value="yes" label={t('saidYes')} />
							</div>
						</Radio.Group>
						<DateField label={t('saidAt')} max={dayjs().format('YYYY-MM-DD')} hint={t('saidAtHint')} {...form.getInputProps('at')} />
						<TextField
							label={t('source')}
							optional={form.values.value !== 'yes'}
							hint={t('sourceHint')}
							{...form.getInputProps('source')}
						/>
					</>
				);
			}}
		</DrawerForm>
	);
}
