/** The consent rate of a domain's banner over the last days, in a cell of the list. */
import { consentRates, domainRates, type Rate } from '@luvalla/contract/consent/rates';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { Bar } from '#portal/ui/chart/Bar.tsx';
import { PercentText } from '#portal/ui/times.tsx';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';

export const RATE_DAYS = 30;
/** Counting reads every record of the span: not anew at each look at the list. */
const STALE_MS = 5 * 60_000;

/**
 * By the domain's id; asked apart from the list, which does not wait for it.
 * @param customerId whose domains; undefined: everybody's, of whom those of the page are asked
 * @param page ids of the domains that the page shows, once they are known
 */
export function useDomainRates(customerId: number | null | undefined, page: readonly string[]): DomainRates {
	const own = useQuery({
		...asQuery(consentRates, { query: { by: 'domain', days: RATE_DAYS } }, { customerId, domainId: null }),
		enabled: typeof customerId === 'number',
		staleTime: STALE_MS,
	});
	const all = useQuery({
		...asQuery(domainRates, { query: { domainId: page.toSorted(), days: RATE_DAYS } }),
		enabled: customerId === undefined && page.length > 0,
		staleTime: STALE_MS,
	});
	const query = customerId === undefined ? all : own;
	const byDomain = new Map(query.data?.data.map((one) => [one.key, one]));
	return { of: (domainId) => byDomain.get(domainId), pending: query.isPending, failed: query.isError };
}

export interface DomainRates {
	of: (domainId: string) => Rate | undefined;
	pending: boolean;
	failed: boolean;
}

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
