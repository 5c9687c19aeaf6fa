/** The call that says what a text message costs before there is a campaign. */
import * as contract from '@luvalla/contract/engagement/text-messages.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { texting } from '../channels/all.ts';
import { apart } from '../contents/apart.ts';
import { freeze } from '../contents/freeze.ts';
import { priceOf } from './text-price.ts';

export const textPriceRoutes = (kernel: Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>): Route[] => [
	handle(contract.priceOfText, async ({ body, scope }) => {
		const { customerId } = scope;
		const { language, controls } = body;
		const written = Object.fromEntries(
			Object.entries({ [language]: {}, ...controls }).map(([each, one]) => [each, { controls: one, markup: 'html' as const }]),
		);
		const said = (controls[language]?.simpletext ?? '').trim() !== '';
		// What is to be said of it stands in the preview.
		const { frozen } = said
			? await freeze({ channel: texting().word, only: null, language, written }, [], null, apart.of(customerId))
			: { frozen: null };
		return kernel.storage.inReport(customerId, (tx) => priceOf(tx, kernel, scope, frozen, body.audience, body.connector ?? null));
	}),
];
