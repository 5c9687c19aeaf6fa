/** What both lists of apps show, filter by and open. */
import { IconAlertTriangle, IconCheck, IconExternalLink, IconPlayerPause } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Badge } from '#portal/ui/Badge.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import type { Filter } from '#portal/ui/list/Filters.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
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
			<span className="aside">{problem}</span>
		</span>
	);
}

/** Its address; a link while something is there. */
export function AppAddress({ url, name, served }: { url: string; name: string; served: boolean }) {
	const t = useAppTexts();
	const text = url.replace(/^https:\/\//, '').replace(/\/$/, '');
	if (!served) return <span className="aside">{text}</span>;
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
	return valueFilter('status', t('status'), value, STATUSES, (one) => t(`status${one}`));
}

/** Both lists are called, searched and added to alike. */
export const appListWords = (t: ReturnType<typeof useAppTexts>) => ({
	title: t('manage'),
	add: { label: t('add') },
	rowId: ({ id }: { id: string }) => id,
	rowName: ({ name }: { name: string }) => name,
	searchLabel: t('search'),
	count: (count: number) => t('count', { count }),
	failed: t('failed'),
});

interface AppDrawersProps<Row> {
	/** Of the URL: `new`, or the app that is open. */
	id: string | undefined;
	list: ListQuery<Row> & { isSuccess: boolean; isPlaceholderData: boolean };
	customerId: number | null;
	onClose: () => void;
	/** The form of an app; row null: of a new one. */
	children: (of: { customerId: number; row: Row | null }) => ReactNode;
}

/** The drawer of a new app, and that of one of the list. */
export function AppDrawers<Row extends { id: string; name: string }>(props: AppDrawersProps<Row>) {
	const { id, list, customerId, onClose, children } = props;
	const t = useAppTexts();
	const row = list.data?.data.find((one) => one.id === id) ?? null;
	const adding = id === 'new';
	return (
		<>
			<FormDrawer opened={adding} title={t('add')} onClose={onClose}>
				{adding && customerId !== null ? <Fragment key={customerId}>{children({ customerId, row: null })}</Fragment> : null}
			</FormDrawer>
			<FormDrawer
				opened={id !== undefined && !adding}
				title={t('edit')}
				thing={row?.name}
				subtitle={row ? row.name : null}
				onClose={onClose}
				loading={row ? undefined : { ...list, isSuccess: list.isSuccess && !list.isPlaceholderData }}
				missing={t('missing')}
			>
				{row && customerId !== null ? <Fragment key={row.id}>{children({ customerId, row })}</Fragment> : null}
			</FormDrawer>
		</>
	);
}
