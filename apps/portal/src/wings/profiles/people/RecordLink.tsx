import { IconCertificate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from './people.module.css';
import { usePeopleTexts } from './texts.ts';
import { shortId } from './words.tsx';

/** Leads to what an answer stands on. */
export function RecordLink({ id, purpose, customer }: { id: string; purpose: string; customer: Record<string, string> }) {
	const t = usePeopleTexts();
	return (
		<Link to={`/reports/records/${id}`} search={customer} className={styles.record}>
			<span className="visually-hidden">{t('openRecordOf', { purpose })}, </span>
			<IconCertificate size={14} stroke={2} aria-hidden="true" />
			<span className="mono">{shortId(id)}</span>
		</Link>
	);
}
