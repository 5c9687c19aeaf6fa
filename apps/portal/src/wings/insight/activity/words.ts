/** Actions, things and values as words. */
import { ACTIONS, FIELDS, THINGS } from '@luvalla/contract/insight/activity-words';
import { said } from '@luvalla/contract/words';
import { currentLanguage } from '#portal/lib/say.ts';
import type { useActivityTexts } from './texts.ts';

type Say = ReturnType<typeof useActivityTexts>;

export const actionText = (action: string): string => said(ACTIONS, action, currentLanguage());
export const fieldText = (field: string): string => said(FIELDS, field, currentLanguage());
export const thingText = (thing: string): string => said(THINGS, thing, currentLanguage());

/** A kept value for a person: lists by commas, yes and no in words, anything deeper as JSON. Empty is ''. */
export function valueText(t: Say, value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'boolean') return value ? t('yes') : t('no');
	if (typeof value === 'string' || typeof value === 'number') return String(value);
	if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number')) return value.join(', ');
	return JSON.stringify(value);
}
