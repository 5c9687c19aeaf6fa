/** What a cookie is that somebody saw: its name is looked up, and what nobody has said yet leads on to a new entry. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { lifetimeSeconds } from '#portal/ui/form/lifetime.ts';
import { useForm } from '#portal/ui/form/use-form.ts';
import { Confidence } from './Confidence.tsx';
import { type Classified, classify, findEntries, type Whose } from './calls.ts';
import type { Entry } from './entry.ts';
import { LifetimeFields, type LifetimeValues } from './LifetimeFields.tsx';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';
import { lifetimeWords } from './words.tsx';

interface Values extends LifetimeValues {
	name: string;
	domain: string;
}

interface WhatIsItProps {
	whose: Whose;
	onOpen: (entry: Entry) => void;
	/** None: the person reads alone. */
	onAdd: ((seen: { name: string; host: string }) => void) | undefined;
}

export function WhatIsIt({ whose, onOpen, onAdd }: WhatIsItProps) {
	const t = useRepositoryTexts();
	const form = useForm<Values>({
		initialValues: { name: '', domain: '', lifetimeNumber: '', lifetimeKind: 'unknown' },
		validate: (values) => ({
			...(values.name.trim() === '' && { name: t('nameWrong') }),
			...(Number.isNaN(lifetimeSeconds(values.lifetimeNumber, values.lifetimeKind)) && { lifetimeNumber: t('lifetimeWrong') }),
		}),
	});
	const look = useMutation({
		networkMode: 'always',
		mutationFn: async ({ name, domain, lifetimeNumber, lifetimeKind }: Values) => {
			const seen = { name: name.trim(), domain: domain.trim(), lifetimeSeconds: lifetimeSeconds(lifetimeNumber, lifetimeKind) };
			const [is] = await classify(whose, [seen]);
			return { seen, is, entry: is && (await entryOf(whose, is)) };
		},
	});
	const submit = () => {
		if (!form.validate().hasErrors) look.mutate(form.getValues());
	};
	return (
		<div className={styles.drawer}>
			<form
				className={styles.look}
				noValidate
				onSubmit={(event: FormEvent) => {
					event.preventDefault();
					submit();
				}}
			>
				<p className="aside">{t('whatText')}</p>
				<TextField
					label={t('name')}
					mono
					spellCheck={false}
					autoComplete="off"
					data-autofocus
					maxLength={200}
					{...form.getInputProps('name')}
				/>
				<TextField label={t('whatHost')} optional mono spellCheck={false} maxLength={253} {...form.getInputProps('domain')} />
				<LifetimeFields form={form} optional />
				<Button type="submit" loading={look.isPending}>
					{t('look')}
				</Button>
			</form>
			<div role="status">
				{look.data?.is ? (
					<Answer
						name={look.data.seen.name}
						is={look.data.is}
						entry={look.data.entry}
						onOpen={onOpen}
						onAdd={onAdd && (() => onAdd({ name: look.data.seen.name, host: look.data.seen.domain }))}
					/>
				) : null}
			</div>
			{look.isError ? <Failed sentence={t('whatFailed')} error={look.error} onRetry={submit} /> : null}
		</div>
	);
}

/** As many as a list gives at once. */
const MOST_LISTED = 100;

/** The entry that says so. One whose name is a pattern is found by its provider. */
async function entryOf(whose: Whose, { entryId, ground, name, provider }: Classified): Promise<Entry | undefined> {
	if (entryId === null) return undefined;
	const { data } = await findEntries(whose, { size: MOST_LISTED, q: ground === 'pattern' ? provider : name });
	return data.find(({ id }) => id === entryId);
}

interface AnswerProps {
	name: string;
	is: Classified;
	entry: Entry | undefined;
	onOpen: (entry: Entry) => void;
	onAdd: (() => void) | undefined;
}

function Answer({ name, is, entry, onOpen, onAdd }: AnswerProps) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	const known = is.entryId !== null;
	const description = is.description[language] ?? is.description.en;
	const category = t(is.type);
	const title = known
		? is.type === 'undecided'
			? t('whatUndecided', { name })
			: t('whatIs', { name, category })
		: is.type === 'undecided'
			? t('whatUnknown', { name })
			: t('whatProposed', { name, category });
	return (
		<section className={styles.answer} aria-label={title}>
			<h3>{title}</h3>
			<Facts
				facts={[
					{ label: t('category'), value: category },
					{ label: t('provider'), value: is.provider },
					...(known ? [{ label: t('lifetime'), value: lifetimeWords(is.lifetimeSeconds, t, language) }] : []),
					...(description ? [{ label: t('descriptions'), value: description }] : []),
					{ label: t('confidence'), value: <Confidence is={is} /> },
				]}
			/>
			{is.reason === '' ? null : <p className={styles.note}>{is.reason}</p>}
			{entry ? (
				<Button variant="default" onClick={() => onOpen(entry)}>
					{t('openEntry')}
				</Button>
			) : known || !onAdd ? null : (
				<Button variant="default" onClick={onAdd}>
					{t('add')}
				</Button>
			)}
		</section>
	);
}
