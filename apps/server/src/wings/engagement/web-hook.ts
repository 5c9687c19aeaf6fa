/** The webhook of a constellation: its headers' values sealed at rest, told masked, kept when they come back masked. */
import type { Constellation } from '@luvalla/contract/engagement/constellations.ts';
import { MASKED } from '@luvalla/contract/tenancy/domains.ts';
import { invalidFields } from '#kernel/http/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Frozen } from './message.ts';

type Hook = NonNullable<Constellation['webHook']>;
type StoredHook = NonNullable<Frozen['webHook']>;

const placeOf = (id: string): string => `constellation.web_hook.${id}`;
const masked = (value: string): string => `${MASKED}${value.length >= 12 ? value.slice(-4) : ''}`;

/** As it is sent, with its values. */
export const openHook = (secrets: Secrets, id: string, { url, headerValues }: StoredHook): Hook => ({
	url,
	headerValues: headerValues.map(({ header, value }) => ({ header, value: secrets.open(value, placeOf(id)) })),
});

/** As it is told. */
export const shownHook = (secrets: Secrets, id: string, stored: StoredHook | null): Hook | null => {
	if (stored === null) return null;
	const { url, headerValues } = openHook(secrets, id, stored);
	return { url, headerValues: headerValues.map(({ header, value }) => ({ header, value: masked(value) })) };
};

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/**
 * What is stored for what was sent. A value that came back masked is kept, for the place it was given for alone: whoever may name
 * another would read it there.
 * @throws Refused 422 by field
 */
export const sealHook = (secrets: Secrets, id: string, sent: Hook | null, before: StoredHook | null): StoredHook | null => {
	if (sent === null || sent.url === '') return null;
	const kept = before === null ? [] : openHook(secrets, id, before).headerValues;
	const elsewhere = before !== null && originOf(before.url) !== originOf(sent.url);
	return {
		url: sent.url,
		headerValues: sent.headerValues.map(({ header, value }, index) => {
			const old = kept.find((one) => one.header === header && masked(one.value) === value);
			if ((old && elsewhere) || (!old && value.startsWith(MASKED)))
				throw invalidFields(
					[{ message: 'Enter this value again: it was given for another address', path: ['webHook', 'headerValues', index, 'value'] }],
					'not_usable',
				);
			return { header, value: secrets.seal(old?.value ?? value, placeOf(id)) };
		}),
	};
};
