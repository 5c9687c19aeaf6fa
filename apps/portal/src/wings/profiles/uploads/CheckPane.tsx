/** What would become of the whole file: counts, the noes that stand, and why rows are rejected. */
import { ROW_PROBLEMS } from '@luvalla/contract/profiles/upload-words';
import { rejections } from '@luvalla/contract/profiles/uploads';
import { type Run, runFindingsFile } from '@luvalla/contract/runs';
import { said } from '@luvalla/contract/words';
import { IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { numberText, percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Download } from '#portal/ui/Download.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';

/** Rows of a run that were taken, or would be. */
export const acceptedOf = ({ counts }: Run): number => (counts.rows ?? 0) - (counts.rejected ?? 0);

/** Counts of a run in words, those alone that are not always there when they are none. */
export function useCounts(run: Run) {
	const t = useUploadTexts();
	const count = (word: string): number => run.counts[word] ?? 0;
	const always = (['updated', 'created', 'unchanged'] as const).map((word) => ({
		label: t(word),
		value: <NumberText value={count(word)} />,
	}));
	const some = [
		['yes', 'saidYes'],
		['no', 'saidNo'],
		['bounced', 'bounced'],
		['members', 'members'],
	] as const;
	return [
		...always,
		...some.flatMap(([word, text]) => (count(word) === 0 ? [] : [{ label: t(text), value: <NumberText value={count(word)} /> }])),
	];
}

export function CheckPane({ run, customerId }: { run: Run; customerId: number }) {
	const t = useUploadTexts();
	const language = useLanguage();
	const rows = run.counts.rows ?? 0;
	const accepted = acceptedOf(run);
	const share = rows === 0 ? 0 : accepted / rows;
	const seconds = run.startedAt && run.endedAt ? (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000 : null;
	const behind = run.counts.behind ?? 0;
	const facts = useCounts(run);
	return (
		<>
			<div className={styles.paneHead}>
				<h2>{t('dryTitle')}</h2>
				{seconds === null ? null : (
					<span className={styles.aside}>{t('doneIn', { seconds: numberText(Math.round(seconds * 10) / 10, language) })}</span>
				)}
			</div>
			<div className="figure">{numberText(accepted, language)}</div>
			<p className={styles.quiet}>{t('ofRows', { count: rows })}</p>
			<div className={styles.parts} aria-hidden="true">
				<span data-accepted="" style={{ flexGrow: share }} />
				{share < 1 && rows > 0 ? <span data-rejected="" style={{ flexGrow: 1 - share }} /> : null}
			</div>
			<p className={styles.legend}>
				<span data-accepted="">
					{t('accepted')} <b>{percentText(share, language)}</b>
				</span>
				<span data-rejected="">
					{t('rejected')} <b>{percentText(rows === 0 ? 0 : 1 - share, language)}</b>
				</span>
			</p>
			<div className="above-14">
				<Facts facts={facts} />
			</div>
			{behind > 0 ? (
				<p className={styles.behind}>
					<IconHandStop size={18} stroke={1.75} aria-hidden="true" />
					<span>
						<b>{t('behind', { count: behind })}</b> {t('behindWhy')}
					</span>
				</p>
			) : null}
			{run.found > 0 ? <Why run={run} customerId={customerId} /> : null}
		</>
	);
}

/** Why rows were rejected, the most frequent reason first. */
export function Why({ run, customerId }: { run: Run; customerId: number }) {
	const t = useUploadTexts();
	const language = useLanguage();
	const count = run.counts.rejected ?? run.found;
	const query = useQuery(asQuery(rejections, { params: { id: run.id } }, { customerId }));
	return (
		<section className={styles.why} aria-label={t('why', { count })}>
			<div className={styles.whyHead}>
				<h3>{t('why', { count })}</h3>
				<Download label={t('rejectedFile')} read={() => fetchFile(runFindingsFile, { params: { id: run.id } }, { customerId })} />
			</div>
			{query.isError ? <p role="alert">{query.error.message}</p> : null}
			<ul>
				{(query.data?.data ?? []).map(({ column, code, count: rows, example }) => (
					<li key={`${column} ${code}`}>
						<span className={styles.whyLine}>
							{column === null ? null : <b>{column}</b>}
							{column === null ? null : <code>{example === '' || example === null ? t('empty') : example}</code>}
							<span className={styles.whyCount}>{numberText(rows, language)}</span>
						</span>
						<span className={styles.quiet}>{said(ROW_PROBLEMS, code, language)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
