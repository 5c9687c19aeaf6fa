import { cancelShortening, changePurpose, type Purpose, purposes, retentionPreview } from '@luvalla/contract/consent/purposes';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { dateText, languageName } from '#portal/lib/dates.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { WaitingChange } from '#portal/ui/WaitingChange.tsx';
import { PermitFields } from './PermitFields.tsx';
import { lacksSegment, type PermitValues, permitsChanged, permitsOf, permitValues } from './permits.ts';
import styles from './purposes.module.css';
import { usePurposeTexts } from './texts.ts';
import { WordingFields, type WordingValues, wordingErrors, wordingOf, wordingValues } from './wording.tsx';

/** How long answers are kept, and every version of the words; the newest can be said to be a material change. */
export function PurposeForm({ row, customerId }: { row: Purpose; customerId: number }) {
	const t = usePurposeTexts();
	const language = useLanguage();
	const [asking, setAsking] = useState(false);
	const change = useCall(changePurpose, { reload: [purposes] });
	const shorten = useShortening(row, customerId);
	const [newest] = row.versions;
	const asks = row.legalBasis === 'consent';
	const schema = z
		.object({
			months: z.string().regex(/^$|^([1-9]\d{0,2}|1[01]\d{2}|1200)$/, { error: t('retentionWrong') }),
			wording: z.custom<ReturnType<typeof wordingOf>>().optional(),
			permits: z.custom<ReturnType<typeof permitsOf>>(),
		})
		.superRefine(({ wording, permits }, context) => {
			if (asks && lacksSegment(permits)) context.addIssue({ code: 'custom', path: ['basisSegment'], message: t('needWhom') });
			for (const { path, message } of wording ? wordingErrors(wording) : []) context.addIssue({ code: 'custom', path: [path], message });
		});
	const wordingIn = (values: WordingValues) => (row.editable ? wordingOf(values, newest?.wording) : undefined);
	return (
		<>
			<DrawerForm<WordingValues & PermitValues & { months: string }>
				initial={{
					months: row.retentionMonths === null ? '' : String(row.retentionMonths),
					...permitValues(row),
					...wordingValues(newest?.wording),
				}}
				schema={schema}
				labels={{
					months: t('retention'),
					...(asks && { tracks: t('tracks'), basis: t('permitsBy'), basisSegment: t('whom'), channels: t('channels') }),
					...(row.editable && {
						enName: t('wordingName'),
						enAbout: t('wordingAbout'),
						fiName: t('wordingName'),
						fiAbout: t('wordingAbout'),
					}),
				}}
				toInput={(values) => ({ months: values.months.trim(), wording: wordingIn(values), permits: permitsOf(values) })}
				onSave={async (values) => {
					const retentionMonths = values.months.trim() === '' ? null : Number(values.months.trim());
					await shorten.ask(retentionMonths);
					await change.mutateAsync({
						params: { customerId },
						body: { id: row.id, retentionMonths, wording: wordingIn(values), ...(asks && permitsChanged(values, row)) },
					});
				}}
				saveLabel={t('save')}
			>
				{(form) => (
					<>
						{row.shortening ? <Waiting row={row} shortening={row.shortening} customerId={customerId} /> : null}
						<TextField label={t('retention')} optional inputMode="numeric" hint={t('retentionHint')} {...form.getInputProps('months')} />
						{asks ? <PermitFields form={form} customerId={customerId} domainId={row.domainId} /> : null}
						{row.editable ? (
							<>
								<h3 className={styles.heading}>{t('words')}</h3>
								<p className="quiet">{t('wordsHint')}</p>
								<WordingFields form={form} />
							</>
						) : null}
						<h3 className={styles.heading}>{t('versions')}</h3>
						{row.version === 1 ? (
							<p className="quiet">{t('onlyOne')}</p>
						) : newest?.material ? null : (
							<Button
								variant="default"
								data-strong
								leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => setAsking(true)}
							>
								{t('askAgain')}
							</Button>
						)}
						<div className="grid-16">
							{row.versions.map((version) => (
								<Version key={version.version} version={version} />
							))}
						</div>
					</>
				)}
			</DrawerForm>
			{shorten.dialog}
			<ConfirmDialog
				opened={asking}
				title={t('askAgainTitle', { name: purposeName(row, language) })}
				verb={t('askAgainVerb')}
				working={change.isPending}
				onCancel={() => setAsking(false)}
				onConfirm={() =>
					change.mutate({ params: { customerId }, body: { id: row.id, material: true } }, { onSuccess: () => setAsking(false) })
				}
			>
				<p>{t('askAgainText')}</p>
			</ConfirmDialog>
		</>
	);
}

interface Shorter {
	months: number;
	records: number;
	at: string;
	/** Goes on with the save, or leaves the form as it is. */
	decide: (yes: boolean) => void;
}

/** A shorter time erases answers for good: how many is counted and shown before it is asked for. */
function useShortening(row: Purpose, customerId: number) {
	const t = usePurposeTexts();
	const language = useLanguage();
	const count = useCall(retentionPreview, { quiet: true });
	const [shorter, setShorter] = useState<Shorter | null>(null);
	const { retentionMonths: before } = row;
	const ask = async (months: number | null): Promise<void> => {
		if (months === null || (before !== null && months >= before) || row.yes + row.no === 0) return;
		const { data } = await count.mutateAsync({ params: { customerId }, query: { id: row.id, months } });
		const yes = await new Promise<boolean>((decide) => setShorter({ months, ...data, decide }));
		setShorter(null);
		if (!yes) throw new Error('kept as it is');
	};
	const facts = shorter && { count: shorter.records, date: dateText(shorter.at, language) };
	const dialog = (
		<ConfirmDialog
			opened={shorter !== null}
			title={t('shorterTitle', { name: purposeName(row, language), time: t('months', { count: shorter?.months ?? 0 }) })}
			verb={t('shorterVerb')}
			danger
			onCancel={() => shorter?.decide(false)}
			onConfirm={() => shorter?.decide(true)}
		>
			<p>{facts === null ? null : facts.count === 0 ? t('shorterNone', facts) : t('shorterText', facts)}</p>
		</ConfirmDialog>
	);
	return { ask, dialog };
}

/** A shorter time that does not hold yet, and the way back. */
function Waiting({ row, shortening, customerId }: { row: Purpose; shortening: NonNullable<Purpose['shortening']>; customerId: number }) {
	const t = usePurposeTexts();
	const language = useLanguage();
	const cancel = useCall(cancelShortening, { reload: [purposes] });
	return (
		<WaitingChange
			says={t('shorterWaits', { date: dateText(shortening.at, language), time: t('months', { count: shortening.months }) })}
			cancel={t('shorterCancel')}
			cancelling={cancel.isPending}
			onCancel={() => cancel.mutate({ params: { customerId }, query: { id: row.id } })}
		/>
	);
}

function Version({ version }: { version: Purpose['versions'][number] }) {
	const t = usePurposeTexts();
	const language = useLanguage();
	return (
		<article className={styles.version}>
			<div className={styles.head}>
				{t('versionIs', { version: version.version })}
				{version.material ? (
					<Badge hue="amber" icon={IconAlertTriangle}>
						{t('material')}
					</Badge>
				) : null}
				<span className="aside light">
					<RelativeTime at={version.createdAt} />
				</span>
			</div>
			<dl className={styles.wording}>
				{Object.entries(version.wording).map(([code, words]) => (
					<div key={code} lang={code}>
						<dt lang={language}>{languageName(code, language)}</dt>
						<dd>
							{words.name}. {words.about}
						</dd>
					</div>
				))}
			</dl>
		</article>
	);
}
