/** A permitting record, one click away: certificate icon and short id in mono. */
import { IconCertificate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from './deliveries.module.css';

/** 01KAG3…2M8W: the ends of an id, by which people tell two apart. */
export const shortId = (id: string): string => `${id.slice(0, 6)}…${id.slice(-4)}`;

/** @param name said before the id to who hears the page */
export function RecordLink({ id, name, search }: { id: string; name: string; search: Record<string, string> }) {
	return (
		<Link to={`/reports/records/${id}`} search={search} className={styles.record}>
			<span className="visually-hidden">{name}, </span>
			<IconCertificate size={14} stroke={2} aria-hidden="true" />
			<span className="mono">{shortId(id)}</span>
		</Link>
	);
}
