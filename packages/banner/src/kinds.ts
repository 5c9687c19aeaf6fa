/** What a category's tags are for, stated or told by its key. */
import type { Category, CategoryKind } from '@luvalla/contract/consent/light';

const KINDS: readonly CategoryKind[] = ['statistics', 'marketing', 'media'];

export const kindOf = ({ key, kind }: Pick<Category, 'key' | 'kind'>): CategoryKind => kind ?? KINDS.find((one) => one === key) ?? 'other';
