/** What became of a scan as a draft: the press that leads on, what waits for a decision, and the lines of the site to mark. */
import type { ScanDraft } from '@luvalla/contract/consent/cookie-scans';
import { NextStep } from '#portal/ui/NextStep.tsx';
import styles from './scans.module.css';
import { useScanTexts } from './texts.ts';

export function DraftMade({ draft, customer }: { draft: ScanDraft; customer: number | undefined }) {
	const t = useScanTexts();
	const search: Record<string, string> = customer === undefined ? {} : { customer: String(customer) };
	const { undecided, unplaced, fixes } = draft;
	return (
		<section className={styles.draft}>
			<NextStep
				said={t('draftMade', { cookies: draft.cookies, categories: draft.categories })}
				steps={[
					{ label: t('openDraft'), to: `/lightconfig/${draft.configurationId}`, search: { ...search, tab: 'categories' } },
					...(undecided.length > 0 ? [{ label: t('toRepository'), to: '/cookierepo', search: { ...search, state: 'undecided' } }] : []),
				]}
			/>
			{undecided.length > 0 ? (
				<details>
					<summary>{t('undecidedTitle', { count: undecided.length })}</summary>
					<p className={styles.quiet}>{t('undecidedWhy')}</p>
					<ul>
						{undecided.map(({ name, domain, reason }) => (
							<li key={`${name} ${domain}`}>
								<span className={styles.name}>{name}</span> <span className={styles.quiet}>{reason === '' ? t('noReason') : reason}</span>
							</li>
						))}
					</ul>
				</details>
			) : null}
			{unplaced.length > 0 ? (
				<details open>
					<summary>{t('unplacedTitle', { count: unplaced.length })}</summary>
					<p className={styles.quiet}>{t('unplacedWhy')}</p>
					<ul>
						{unplaced.map(({ name, domain, type, why }) => (
							<li key={`${name} ${domain}`}>
								<span className={styles.name}>{name}</span>{' '}
								<span className={styles.quiet}>{t(`unplaced_${why}`, { category: t(type) })}</span>
							</li>
						))}
					</ul>
				</details>
			) : null}
			{fixes.length > 0 ? (
				<details>
					<summary>{t('fixesTitle', { count: fixes.length })}</summary>
					<ul>
						{fixes.map(({ page, line, after }) => (
							<li key={`${page} ${line} ${after}`}>
								{page}, {t('line', { line })}
								<pre className={styles.change}>
									<ins>{after}</ins>
								</pre>
							</li>
						))}
					</ul>
				</details>
			) : null}
		</section>
	);
}
