/** What a cookie is, in a drawer: its name, category, provider, host, lifetime, and what it is for in each language. */
import {
	COOKIE_DESCRIPTION_MAX,
	cookieLanguages,
	LONGEST_LIFETIME_SECONDS,
	NewCookieEntry,
} from '@luvalla/contract/consent/cookie-repository';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { asQuery } from '#portal/lib/calls.ts';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { lifetimeParts, lifetimeSeconds } from '#portal/ui/form/lifetime.ts';
import type { Form } from '#portal/ui/form/use-form.ts';
import { Beside } from './Beside.tsx';
import { useSaveEntry, type Whose } from './calls.ts';
import type { Entry } from './entry.ts';
import { LifetimeFields, type LifetimeValues } from './LifetimeFields.tsx';
import styles from './repository.module.css';
import { TYPES } from './repository.search.ts';
import { useRepositoryTexts } from './texts.ts';

interface Values extends LifetimeValues, Record<string, unknown> {
	name: string;
	/** '': none is chosen yet. */
	type: Entry['type'] | '';
	provider: string;
	domain: string;
	/** By language; '' where nothing is written. */
	description: Record<string, string>;
}

const valuesOf = (entry: Partial<Entry>): Values => {
	const { number, kind } = lifetimeParts(entry.lifetimeSeconds === undefined ? null : entry.lifetimeSeconds);
	return {
		name: entry.name ?? '',
		type: entry.type ?? '',
		provider: entry.provider ?? '',
		domain: entry.domain ?? '',
		lifetimeNumber: number,
		lifetimeKind: kind,
		description: { ...entry.description },
	};
};

/** As its calls take it, once it is judged. What waits for a decision keeps the reason why it might need none. */
const inputOf = (values: Values, reason: string) => ({
	name: values.name.trim(),
	type: values.type,
	provider: values.provider.trim(),
	domain: values.domain.trim(),
	lifetimeSeconds: lifetimeSeconds(values.lifetimeNumber, values.lifetimeKind),
	description: Object.fromEntries(
		Object.entries(values.description)
			.map(([language, text]) => [language, text.trim()])
			.filter(([, text]) => text !== ''),
	),
	reason: values.type === 'undecided' ? reason : '',
});

interface EntryFormProps {
	whose: Whose;
	/** Null: a new one. */
	entry: Entry | null;
	/** What a new one begins with. */
	begins?: { name?: string | undefined; domain?: string | undefined };
}

export function EntryForm({ whose, entry, begins = {} }: EntryFormProps) {
	const t = useRepositoryTexts();
	const { add, change } = useSaveEntry(whose);
	// what is wrong with the lifetime stands at the field in which its number is written
	const schema = z.object({
		...NewCookieEntry.omit({ lifetimeSeconds: true }).shape,
		type: z.enum(TYPES, { error: t('categoryMissing') }),
		lifetimeNumber: z
			.int({ error: t('lifetimeWrong') })
			.max(LONGEST_LIFETIME_SECONDS, { error: t('lifetimeWrong') })
			.nullable(),
	});
	const reason = entry?.reason ?? '';
	const save = async (values: Values): Promise<unknown> => {
		const body = NewCookieEntry.parse(inputOf(values, reason));
		return entry === null ? add(body) : change({ id: entry.id, ...body });
	};
	return (
		<DrawerForm<Values>
			initial={valuesOf(entry ?? {})}
			begins={
				entry === null
					? valuesOf({ ...(begins.name && { name: begins.name }), ...(begins.domain && { domain: begins.domain }) })
					: undefined
			}
			schema={schema}
			labels={{
				name: t('name'),
				type: t('category'),
				provider: t('provider'),
				domain: t('host'),
				lifetimeNumber: t('lifetimeNumber'),
				lifetimeKind: t('lifetimeUnit'),
				description: t('descriptions'),
			}}
			labelOf={(path) => (path.startsWith('description.') ? t('descriptions') : path === 'lifetimeSeconds' ? t('lifetimeUnit') : undefined)}
			toInput={(values) => {
				const input = inputOf(values, reason);
				return { ...input, lifetimeNumber: input.lifetimeSeconds };
			}}
			onSave={save}
			saveLabel={entry === null ? t('add') : t('save')}
		>
			{(form) => (
				<>
					{entry === null ? null : <Beside entry={entry} whose={whose} mayEdit />}
					<TextField label={t('name')} mono hint={t('nameHint')} spellCheck={false} autoComplete="off" {...form.getInputProps('name')} />
					<SelectField
						label={t('category')}
						hint={t('categoryHint')}
						placeholder={t('chooseCategory')}
						data={TYPES.map((type) => ({ value: type, label: t(type) }))}
						allowDeselect={false}
						{...form.getInputProps('type')}
					/>
					<TextField label={t('provider')} optional hint={t('providerHint')} {...form.getInputProps('provider')} />
					<TextField label={t('host')} optional mono hint={t('hostHint')} spellCheck={false} {...form.getInputProps('domain')} />
					<LifetimeFields form={form} />
					<Descriptions form={form} />
				</>
			)}
		</DrawerForm>
	);
}

/** What it is for: in the reader's language, in English, in those in which something is written, and in those that are added. */
function Descriptions({ form }: { form: Form<Values> }) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	const languages = useQuery(asQuery(cookieLanguages, {}));
	const [first] = useState(() => [...new Set([language, 'en', ...Object.keys(form.values.description)])]);
	const [added, setAdded] = useState<readonly string[]>([]);
	const shown = [...first, ...added];
	const others = (languages.data?.data ?? []).filter(({ id }) => !shown.includes(id));
	return (
		<fieldset className={styles.descriptions}>
			<legend>{t('descriptions')}</legend>
			<p className="aside">{t('descriptionsHint')}</p>
			{shown.map((code) => (
				<AreaField
					key={code}
					label={t('descriptionIn', { language: languageTitle(code, language) })}
					optional
					lang={code}
					maxLength={COOKIE_DESCRIPTION_MAX}
					{...form.getInputProps(`description.${code}`)}
					value={form.values.description[code] ?? ''}
				/>
			))}
			{languages.isError ? (
				<p role="alert" className="aside">
					{t('languagesFailed')}
				</p>
			) : others.length > 0 ? (
				<SelectField
					label={t('addLanguage')}
					optional
					searchable
					data={others
						.map(({ id }) => ({ value: id, label: languageTitle(id, language) }))
						.sort((a, b) => a.label.localeCompare(b.label, language))}
					value={null}
					onChange={(code) => code !== null && setAdded([...added, code])}
				/>
			) : null}
		</fieldset>
	);
}
