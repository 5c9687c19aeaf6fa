/** Purposes of the domain that everybody of the audience must have said yes to. */
import { consentCriteria } from '@luvalla/contract/profiles/audiences';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Fold } from '#portal/ui/Fold.tsx';
import styles from './builder.module.css';
import { SwitchRow } from './SwitchRow.tsx';
import { useAudienceTexts } from './texts.ts';

/** Most that the call takes. */
const MOST_CONSENTS = 20;

export function useConsents(scope: Scope) {
	const list = useQuery(asQuery(consentCriteria, { query: {} }, scope));
	const offered = list.data?.data ?? [];
	return { list, offered, nameOf: (id: string): string => offered.find((one) => one.id === id)?.name ?? '' };
}

interface ConsentChoiceProps {
	consents: ReturnType<typeof useConsents>;
	chosen: readonly string[];
	onChoose: (id: string, on: boolean) => void;
}

export function ConsentChoice({ consents: { list, offered }, chosen, onChoose }: ConsentChoiceProps) {
	const t = useAudienceTexts();
	const [unfolded, setUnfolded] = useState(chosen.length > 0);
	const most = Math.max(1, ...offered.map(({ yes }) => yes));
	const full = chosen.length >= MOST_CONSENTS;
	return (
		<section aria-label={t('consents')}>
			<Fold
				open={unfolded}
				onToggle={setUnfolded}
				summary={
					<span className={styles.consentText}>
						<strong>{t('consents')}</strong>
						<span className="aside light">{chosen.length === 0 ? t('consentsNone') : t('consentsChosen', { count: chosen.length })}</span>
					</span>
				}
			>
				<div className={styles.folded}>
					<p className={styles.quiet}>{t('consentsWhy')}</p>
					{list.isError && !list.data ? (
						<Failed sentence={t('consentsFailed')} query={list} />
					) : list.data && offered.length === 0 ? (
						<p className={styles.quiet}>{t('noConsents')}</p>
					) : (
						<ul className={styles.rows} aria-busy={!list.data}>
							{offered.map((one) => (
								<SwitchRow
									key={one.id}
									name={one.name}
									about={t('saidYes', { count: one.yes })}
									count={one.yes}
									most={most}
									on={chosen.includes(one.id)}
									disabled={full && !chosen.includes(one.id)}
									onSwitch={(on) => onChoose(one.id, on)}
								/>
							))}
						</ul>
					)}
					{full ? <p className={styles.quiet}>{t('mostConsents', { most: MOST_CONSENTS })}</p> : null}
				</div>
			</Fold>
		</section>
	);
}
