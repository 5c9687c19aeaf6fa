import type { Filter } from './Filters.tsx';

/** What every list says in its wing's own words, by keys that are the same everywhere: `<ListScreen {...listWords(t)} …>`. */
type ListTexts = ((key: 'search' | 'failed' | 'empty' | 'emptyWhy') => string) & ((key: 'count', values: { count: number }) => string);

export const listWords = (t: ListTexts) => ({
	searchLabel: t('search'),
	count: (count: number) => t('count', { count }),
	failed: t('failed'),
	empty: { title: t('empty'), why: t('emptyWhy') },
});

/** The filter by status that most lists have. */
export const statusFilter = <Value extends string>(
	t: (key: 'status') => string,
	value: Value | undefined,
	options: readonly { value: Value; label: string }[],
): Filter => ({ key: 'status', name: t('status'), options: [...options], value });
