import type { Filter } from './Filters.tsx';

/** What every list says in its wing's own words, by keys that are the same everywhere: `<ListScreen {...listWords(t)} …>`. */
type ListTexts = ((key: 'search' | 'failed' | 'empty' | 'emptyWhy') => string) & ((key: 'count', values: { count: number }) => string);

export const listWords = (t: ListTexts) => ({
	searchLabel: t('search'),
	count: (count: number) => t('count', { count }),
	failed: t('failed'),
	empty: { title: t('empty'), why: t('emptyWhy') },
});

/** A filter by one of a few values. */
export const valueFilter = <Value extends string>(
	key: string,
	name: string,
	value: string | undefined,
	values: readonly Value[],
	labelOf: (value: Value) => string,
): Filter => ({ key, name, options: values.map((one) => ({ value: one, label: labelOf(one) })), value });

/** A filter by one of a few values, named beside their labels. */
export const labelFilter = (key: string, name: string, value: string | undefined, labels: Readonly<Record<string, string>>): Filter =>
	valueFilter(key, name, value, Object.keys(labels), (one) => labels[one] ?? one);
