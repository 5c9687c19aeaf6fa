/** What both lists of apps show and filter by. */
import { IconAlertTriangle, IconCheck, IconExternalLink, IconPlayerPause } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import type { Filter } from '#portal/ui/list/Filters.tsx';
import styles from './apps.module.css';
import { STATUSES } from './apps.search.ts';
import { useAppTexts } from './texts.ts';

/** Whether an app is on; of one that is on and not served, why. */
export function AppState({ status, problem = null }: { status: 0 | 1; problem?: string | null }) {
	const t = useAppTexts();
	if (status === 0)
		return (
			<Badge hue="gray" icon={IconPlayerPause}>
				{t('status0')}
			</Badge>
		);
	if (problem === null)
		return (
			<Badge hue="green" icon={IconCheck}>
				{t('status1')}
			</Badge>
		);
	return (
		<span className={styles.state}>
			<Badge hue="amber" icon={IconAlertTriangle}>
				{t('notServed')}
			</Badge>
			<span className={styles.quiet}>{problem}</span>
		</span>
	);
}

/** Its address; a link while something is there. */
export function AppAddress({ url, name, served }: { url: string; name: string; served: boolean }) {
	const t = useAppTexts();
	const text = url.replace(/^https:\/\//, '').replace(/\/$/, '');
	if (!served) return <span className={styles.quiet}>{text}</span>;
	return (
		<a href={url} target="_blank" rel="noreferrer" className={`link ${styles.address}`} title={t('open', { name })}>
			{text}
			<IconExternalLink size={14} stroke={2} aria-hidden="true" />
		</a>
	);
}

/** On or off, as a filter (the URL's `status`). */
export function useStatusFilter(value: string | undefined): Filter {
	const t = useAppTexts();
	return { key: 'status', name: t('status'), options: STATUSES.map((one) => ({ value: one, label: t(`status${one}`) })), value };
}
