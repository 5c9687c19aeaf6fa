import { changePurpose, type Purpose, purposes } from '@luvalla/contract/consent/purposes';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { languageName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { DrawerForm } from '#portal/ui/FormDrawer.tsx';
import { TextField } from '#portal/ui/fields.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './purposes.module.css';
import { usePurposeTexts } from './texts.ts';
import { WordingFields, type WordingValues, wordingErrors, wordingOf, wordingValues } from './wording.tsx';

/** How long answers are kept, and every version of the words; the newest can be said to be a material change. */
export function PurposeForm({ row, customerId }: { row: Purpose; customerId: number }) {
	const t = usePurposeTexts();
	const [asking, setAsking] = useState(false);
	const change = useCall(changePurpose, { reload: [purposes] });
	const [newest] = row.versions;
	const schema = z
		.object({
			months: z.string().regex(/^$|^([1-9]\d{0,2}|1[01]\d{2}|1200)$/, { error: t('retentionWrong') }),
			wording: z.custom<ReturnType<typeof wordingOf>>().optional(),
		})
		.superRefine(({ wording }, context) => {
			for (const { path, message } of wording ? wordingErrors(wording) : []) context.addIssue({ code: 'custom', path: [path], message });
		});
	const wordingIn = (values: WordingValues) => (row.editable ? wordingOf(values, newest?.wording) : undefined);
	return (
		<>
			<DrawerForm<WordingValues & { months: string }>
				initial={{ months: row.retentionMonths === null ? '' : String(row.retentionMonths), ...wordingValues(newest?.wording) }}
				schema={schema}
				labels={{
					months: t('retention'),
					...(row.editable && {
						enName: t('wordingName'),
						enAbout: t('wordingAbout'),
						fiName: t('wordingName'),
						fiAbout: t('wordingAbout'),
					}),
				}}
				toInput={(values) => ({ months: values.months.trim(), wording: wordingIn(values) })}
				onSave={(values) =>
					change.mutateAsync({
						params: { customerId },
						body: {
							id: row.id,
							retentionMonths: values.months.trim() === '' ? null : Number(values.months.trim()),
							wording: wordingIn(values),
						},
					})
				}
				saveLabel={t('save')}
			>
				{(form) => (
					<>
						<TextField label={t('retention')} optional inputMode="numeric" hint={t('retentionHint')} {...form.getInputProps('months')} />
						{row.editable ? (
							<>
								<h3 className={styles.heading}>{t('words')}</h3>
								<p className={styles.quiet}>{t('wordsHint')}</p>
								<WordingFields form={form} />
							</>
						) : null}
						<h3 className={styles.heading}>{t('versions')}</h3>
						{row.version === 1 ? (
							<p className={styles.quiet}>{t('onlyOne')}</p>
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
						<div className={styles.versions}>
							{row.versions.map((version) => (
								<Version key={version.version} version={version} />
							))}
						</div>
					</>
				)}
			</DrawerForm>
			<ConfirmDialog
				opened={asking}
				title={t('askAgainTitle', { name: row.name })}
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
				<span className={styles.when}>
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
