/** The consent rate of a domain's banner over the last days, in a cell of the list. */
import { consentRates, type Rate } from '@luvalla/contract/consent/rates';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { Bar } from '#portal/ui/Bar.tsx';
import { PercentText } from '#portal/ui/times.tsx';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';

export const RATE_DAYS = 30;
/** Counting reads every record of the span: not anew at each look at the list. */
const STALE_MS = 5 * 60_000;

/** By the domain's id; asked apart from the list, which does not wait for it. */
export function useDomainRates(customerId: number | null) {
	const query = useQuery({
		...asQuery(consentRates, { query: { by: 'domain', days: RATE_DAYS } }, { customerId, domainId: null }),
		enabled: customerId !== null,
		staleTime: STALE_MS,
	});
	const byDomain = new Map(query.data?.data.map((one) => [one.key, one]));
	return { of: (domainId: string): Rate | undefined => byDomain.get(domainId), pending: query.isPending, failed: query.isError };
}
export type DomainRates = ReturnType<typeof useDomainRates>;

export function ConsentRate({ domainId, rates }: { domainId: string; rates: DomainRates }) {
	const t = useDomainTexts();
	if (rates.pending) return <Bar width={96} />;
	if (rates.failed) return <span className={styles.text}>{t('rateFailed')}</span>;
	const share = rates.of(domainId)?.rate.value ?? null;
	if (share === null) return '—';
	return (
		<span className={styles.rate}>
			<span className={styles.rateTrack} aria-hidden="true">
				<span style={{ width: `${share * 100}%` }} />
			</span>
			<strong className="num">
				<PercentText share={share} />
			</strong>
		</span>
	);
}
