/**
 * A request becomes a yes: whoever has the address pressed the button of our page (or a customer's server says that they are signed in). It
 * goes the way of every answer, so a no of theirs that came later, a stop of everything and an erasure count as they do elsewhere.
 */

import { formSource } from '@luvalla/contract/consent/form-source';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { noteConfirmed } from '../../people/wing.ts';
import { readPurposeFacts } from '../answers/purposes.ts';
import { refuseAnswer } from '../answers/sentences.ts';
import { takeAnswers } from '../answers/statements.ts';
import type { Written } from './lane.ts';
import { readPublished } from './store.ts';

export interface Asked extends Written {
	readonly askedAt: Date;
}

/** By whose word it is a yes: their own press of a button, or a customer's server. */
export type Word = 'confirmed' | { readonly by: string; readonly asker: Pick<Asker, 'userId' | 'actorId'> };

/**
 * Writes the yes with what was shown: words, form, version, language, picture. What was typed is kept where nothing is known yet: a form is
 * filled in by whoever likes.
 */
export const writeYes = async (
	tx: Tx,
	kernel: Pick<Kernel, 'hooks' | 'secrets'>,
	customerId: number,
	asked: Asked,
	word: Word,
): Promise<{ readonly recordId: string; readonly luvallaId: string }> => {
	const form = await readPublished(tx, customerId, asked.folder);
	if (!form) throw new Error(`A request names the form ${asked.folder}, which is not there.`);
	const at = now();
	const own = word === 'confirmed';
	const [taken] = await takeAnswers(
		tx,
		kernel,
		customerId,
		[
			{
				person: { email: asked.email },
				purpose: form.purpose_id,
				value: true,
				at: at.toISOString(),
				version: form.purpose_version,
				language: asked.language,
				source: formSource({
					form: form.title,
					host: form.host,
					version: form.version,
					way: asked.way,
					asked: asked.askedAt.toISOString(),
					confirmed: own ? at.toISOString() : null,
				}),
			},
		],
		await readPurposeFacts(tx, customerId, [form.domain_id]),
		{
			how: own ? 'form' : 'api',
			...(own ? {} : word),
			browser: asked.browser,
			device: asked.device,
			country: asked.country,
			network: asked.network,
			...(own && { shown: { configuration: form.folder, configurationHash: form.hash.toString('hex') } }),
		},
	);
	if (!taken || taken.code !== null) throw refuseAnswer(taken?.code ?? 'malformed');
	if (taken.recordId === null || taken.luvallaId === null) throw new Error('A yes was written without a record.');
	if (own) await noteConfirmed(tx, customerId, [asked.email], at);
	await kernel.hooks.signedUp.tell(tx, { customerId, domainId: form.domain_id, person: taken.luvallaId, facts: asked.fields });
	return { recordId: taken.recordId, luvallaId: taken.luvallaId };
};
