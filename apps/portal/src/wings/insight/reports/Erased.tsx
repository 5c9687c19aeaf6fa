/** In the place of a record that was erased: when and why it went, and the signed entry that says so. */
import type { AnswerOf } from '@luvalla/contract/call';
import { type ErasureReason, recordErasure } from '@luvalla/contract/consent/proof';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { momentText, numberText } from '#portal/lib/dates.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { Technical } from '#portal/ui/Technical.tsx';
import styles from './Record.module.css';
import { useReportTexts } from './texts.ts';

/** Asked only where there is no such record. */
export const useErasure = (id: string, customerId: number | null, error: Error | null) =>
	useQuery({
		...asQuery(recordErasure, { params: { id } }, { customerId }),
		enabled: customerId !== null && error instanceof CallFailure && error.status === 404,
	});

const reasons = {
	person: 'erasedPerson',
	retention: 'erasedRetention',
	domain: 'erasedDomain',
	upload: 'erasedUpload',
} as const satisfies Record<ErasureReason, string>;

export function Erased({ id, erasure }: { id: string; erasure: NonNullable<AnswerOf<typeof recordErasure>> }) {
	const t = useReportTexts();
	const language = useLanguage();
	const { at, reason, position, records, entry, leaf, verified } = erasure;
	return (
		<div className="narrow stack-16">
			<Card title={t('erasedOn', { when: momentText(at, language) })}>
				<p className={styles.text}>
					{t(reasons[reason])} {t('erasedWhat')}
				</p>
				{verified ? null : (
					<p role="alert" className="red-note">
						{t('erasedBroken')}
					</p>
				)}
				<Facts
					facts={[
						{ label: t('erasedPlace'), value: numberText(position + 1, language) },
						{ label: t('erasedEntry'), value: numberText(entry.position + 1, language) },
						{ label: t('erasedTogether'), value: numberText(records, language) },
						{ label: t('signature'), value: verified ? t('signatureHolds') : t('signatureFails') },
					]}
				/>
				<div className="above-16">
					<Technical
						facts={[
							{ label: t('recordId'), value: id },
							{ label: t('leaf'), value: leaf },
							{ label: t('erasedBody'), value: entry.body },
							{ label: t('signature'), value: entry.signature },
							{ label: t('signingKey'), value: entry.keyId },
						]}
					/>
				</div>
			</Card>
		</div>
	);
}
