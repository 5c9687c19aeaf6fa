import { recordProof } from '@luvalla/contract/consent/proof';
import { BASES } from '@luvalla/contract/consent/purposes';
import { WAYS } from '@luvalla/contract/consent/words';
import { said } from '@luvalla/contract/words';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { basisNames } from '#portal/ui/bases.ts';
import { Card } from '#portal/ui/Card.tsx';
import { RecordLink } from '#portal/ui/deliveries/RecordLink.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { reasonText } from '#portal/ui/deliveries/words.ts';
import { ProofBadge } from '#portal/ui/ProofBadge.tsx';
import { SaidTime } from '#portal/ui/times.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import type { One } from './delivery.ts';

/** What permitted it: the words that were shown, when and where they were answered, and the record. */
export function Permission({ one, customer, customerId }: { one: One; customer: Record<string, string>; customerId: number | null }) {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const say = useSay();
	const { permission } = one;
	if (permission === null)
		return (
			<Card title={t('notPermitted')}>
				{one.reason === null || one.state === 'accepted' ? t('notPermittedYet') : t('leftBecause', { reason: reasonText(d, one.reason) })}
			</Card>
		);
	if (permission.basis === 'transactional') return <Card title={t('transactional')}>{t('transactionalWhy')}</Card>;
	const basis = BASES.find((known) => known === permission.basis);
	const title = permission.saidAt === null ? t('permitted') : t('permittedByYes', { at: dateText(permission.saidAt, language) });
	const facts = [
		{ label: t('said'), value: permission.saidAt ? <SaidTime at={permission.saidAt} how={permission.how} /> : null },
		{ label: t('saidIn'), value: permission.how === null ? null : said(WAYS, permission.how, language) },
		{ label: t('wordingVersion'), value: permission.version },
		{ label: t('basis'), value: basis ? say(basisNames[basis]) : permission.basis },
	];
	return (
		<Card
			title={title}
			aside={permission.recordId ? <Proof recordId={permission.recordId} sealed={permission.sealed} customerId={customerId} /> : null}
		>
			<blockquote className={styles.words}>
				<p className="title">{t('yesTo', { purpose: permission.purpose })}</p>
				{permission.about === '' ? null : <p lang={permission.language ?? ''}>{t('quoted', { text: permission.about })}</p>}
			</blockquote>
			<dl className={styles.facts}>
				{facts.map(({ label, value }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value ?? '—'}</dd>
					</div>
				))}
				{permission.recordId ? (
					<div>
						<dt>{t('recordAndProof')}</dt>
						<dd>
							<RecordLink id={permission.recordId} name={t('recordOf', { name: permission.purpose })} search={customer} />
						</dd>
					</div>
				) : null}
			</dl>
		</Card>
	);
}

/** Whether the record still is what it was. What cannot be asked is said on the record's own page. */
function Proof({ recordId, sealed, customerId }: { recordId: string; sealed: boolean; customerId: number | null }) {
	const proof = useQuery({ ...asQuery(recordProof, { params: { id: recordId }, query: {} }, { customerId }), enabled: sealed });
	if (!sealed) return <ProofBadge proof="sealing" />;
	return proof.data ? <ProofBadge proof={proof.data.data.verified ? 'holds' : 'fails'} /> : null;
}
