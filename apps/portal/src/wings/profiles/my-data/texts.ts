import { HOW } from '@luvalla/contract/consent/ledger';
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useMyDataTexts = messages('myData', en, fi);
export type MyDataTexts = ReturnType<typeof useMyDataTexts>;

/** How an answer came. A way we do not know stands as it was recorded. */
export function howText(t: MyDataTexts, how: string): string {
	const known = HOW.find((one) => one === how);
	return known ? t(`how_${known}`) : how;
}
