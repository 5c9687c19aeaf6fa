/** The certificate of a custom domain: how long it is good, and how far the domain has come. */
import type { CustomDomain } from '@luvalla/contract/tenancy/custom-domains';
import { DateText, ExactTime, useNow } from '#portal/ui/times.tsx';
import styles from './custom-domains.module.css';
import { STATUSES } from './custom-domains.search.ts';
import { useCustomDomainTexts } from './texts.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function Certificate({ one }: { one: CustomDomain }) {
	const t = useCustomDomainTexts();
	const now = useNow(HOUR_MS);
	const { certificate, since, status } = one;
	const days = certificate === null ? 0 : Math.max(0, Math.floor((Date.parse(certificate.notAfter) - now.getTime()) / DAY_MS));
	const all = certificate === null ? 0 : Math.round((Date.parse(certificate.notAfter) - Date.parse(certificate.notBefore)) / DAY_MS);
	return (
		<section className={styles.card} aria-labelledby="certificate">
			<div className={styles.cardHead}>
				<h2 id="certificate">{t('certificate')}</h2>
				{certificate === null ? null : (
					<p className="aside">
						{t('byWay', { issuer: certificate.issuer, way: t(certificate.way === 'dns-01' ? 'way_dns' : 'way_http') })}
					</p>
				)}
			</div>
			<div className={styles.body}>
				{certificate === null ? (
					<p className="aside">{t('noCertificate')}</p>
				) : (
					<p className={styles.big}>
						{t('daysLeft', { count: days })}{' '}
						<span>
							{t('ofDays', { days: all })}, <DateText at={certificate.notAfter} />
						</span>
					</p>
				)}
				<ol className={styles.steps} aria-label={t('steps')}>
					{STATUSES.map((step) => {
						const at = since[step];
						const due = step === 'Renewed' && at === null ? certificate?.renewAt : undefined;
						return (
							<li
								key={step}
								className={[at === null ? '' : styles.reached, step === status ? styles.now : ''].join(' ')}
								aria-current={step === status ? 'step' : undefined}
							>
								<strong>{t(step)}</strong>
								{at === null ? '—' : <ExactTime at={at} seconds={false} />}
								{due === undefined ? null : (
									<>
										{' '}
										{t('renewDue')} <DateText at={due} />
									</>
								)}
							</li>
						);
					})}
				</ol>
				{certificate === null ? null : (
					<p className="aside">
						{t('serial')} <span className="machine">{certificate.serial}</span>
					</p>
				)}
			</div>
		</section>
	);
}
