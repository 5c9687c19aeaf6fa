/** Actions, things and values as words. */
import { ACTIONS, FIELDS, PARTS, THINGS } from '@luvalla/contract/insight/activity-words';
import { said } from '@luvalla/contract/words';
import { currentLanguage } from '#portal/lib/say.ts';
import type { useActivityTexts } from './texts.ts';

type Say = ReturnType<typeof useActivityTexts>;

export const actionText = (action: string): string => said(ACTIONS, action, currentLanguage());
export const fieldText = (field: string): string => said(FIELDS, field, currentLanguage());
export const thingText = (thing: string): string => said(THINGS, thing, currentLanguage());

/** The name of something within a kept value. */
export const partText = (name: string): string => (Object.hasOwn(PARTS, name) ? said(PARTS, name, currentLanguage()) : fieldText(name));

/** A value that is said in one line: lists by commas, yes and no in words; empty is ''. Null: there is more in it. */
export function plainText(t: Say, value: unknown): string | null {
	if (value === null || value === undefined) return '';
	if (typeof value === 'boolean') return value ? t('yes') : t('no');
	if (typeof value === 'string' || typeof value === 'number') return String(value);
	if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number')) return value.join(', ');
	return null;
}

/** A value that has more in it, as rows: of an object each by its name, of a list without one. What is empty is left out. */
export const rowsIn = (value: unknown): { name: string | null; value: unknown }[] =>
	(Array.isArray(value)
		? value.map((one: unknown) => ({ name: null, value: one }))
		: Object.entries(value ?? {}).map(([name, one]: [string, unknown]) => ({ name, value: one }))
	).filter((one) => !isEmpty(one.value));

/** There is nothing in it, at any depth. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === '' || (typeof value === 'object' && rowsIn(value).length === 0);
