/** What needs a person's decision, before the list: each with why it could be exempt, and two choices that look equal. */
import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { useLate } from '#portal/ui/Loading.tsx';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import type { Entry } from './entry.ts';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';
import { lifetimeWords } from './words.tsx';

/** So many stand here; the others are in the list, one press away. */
export const DECISIONS_SHOWN = 3;

/** It needs consent, or it does not. */
export type Decision = 'preferences' | 'necessary';

interface DecisionsProps {
	query: ListQuery<Entry>;
	onDecide: (entry: Entry, type: Decision) => void;
}

export function Decisions({ query, onDecide }: DecisionsProps) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	const late = useLate();
	const rows = query.data?.data;
	const heading = useRef<HTMLHeadingElement>(null);
	const pressed = useRef<string | null>(null);
	// what was decided leaves with the button that was pressed: the focus goes to what is left
	useEffect(() => {
		if (!rows || pressed.current === null || rows.some(({ id }) => id === pressed.current)) return;
		pressed.current = null;
		heading.current?.focus();
	}, [rows]);
	const total = query.data?.page?.total ?? rows?.length ?? 0;
	const decide: DecisionsProps['onDecide'] = (entry, type) => {
		pressed.current = entry.id;
		onDecide(entry, type);
	};
	if (query.isError && !rows) return <Failed sentence={t('decisionsFailed')} query={query} />;
	if (rows?.length === 0) return null;
	return (
		<section className={styles.decisions} aria-label={t('viewUndecided')} aria-busy={rows === undefined}>
			<div className={styles.decisionsHead}>
				<h2 ref={heading} tabIndex={-1}>
					{rows ? t('decisions', { count: total }) : t('viewUndecided')}
				</h2>
				<p>{t('decisionsWhy')}</p>
				{total > DECISIONS_SHOWN ? (
					<Link to="." search={(old: object) => ({ ...old, state: 'undecided', page: undefined })} className="link" activeProps={{}}>
						{t('seeAll', { count: total })}
					</Link>
				) : rows === undefined ? (
					<span className="unseen" aria-hidden="true">
						{t('seeAll', { count: DECISIONS_SHOWN })}
					</span>
				) : null}
			</div>
			<ul>
				{rows === undefined
					? Array.from({ length: DECISIONS_SHOWN }, (_, at) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity
							<li key={at} className={styles.decision} data-waits="">
								{late ? <Skeleton className={styles.waiting} /> : null}
							</li>
						))
					: rows.slice(0, DECISIONS_SHOWN).map((entry) => (
							<li key={entry.id} className={styles.decision}>
								<div>
									<span className={styles.name}>{entry.name}</span>
									<span className={styles.host}>
										{[entry.provider, lifetimeWords(entry.lifetimeSeconds, t, language), entry.domain].filter(Boolean).join(' · ')}
									</span>
								</div>
								<p>{entry.reason === '' ? t('noReason') : entry.reason}</p>
								<div className={styles.choices}>
									<Button
										variant="default"
										data-strong
										aria-label={t('needsConsentOf', { name: entry.name })}
										onClick={() => decide(entry, 'preferences')}
									>
										{t('needsConsent')}
									</Button>
									<Button
										variant="default"
										data-strong
										aria-label={t('necessaryOf', { name: entry.name })}
										onClick={() => decide(entry, 'necessary')}
									>
										{t('necessary')}
									</Button>
								</div>
							</li>
						))}
			</ul>
		</section>
	);
}
