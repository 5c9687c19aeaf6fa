/** The body of one request: an envelope of values, and what the content says within it. */

import type { CampaignMessage } from '@luvalla/contract/engagement/campaign-message.ts';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { now } from '#kernel/clock.ts';
import { isJsonText, type Make, prepare } from '../../contents/template.ts';
import { type Frozen, type Made, TemplateFailed } from '../../message.ts';
import type { Plan } from '../../runs/plan.ts';
import { ANY_OF } from '../addresses.ts';
import type { Dressed } from '../channel.ts';

type Content = NonNullable<CampaignMessage['data']['content']>;

/** An object or a list; null: it is none. A number or a word is no document, but what somebody wants said. */
const documentOf = (text: string): Content | null => {
	try {
		const read: unknown = JSON.parse(text);
		return typeof read === 'object' && read !== null ? (read as Content) : null;
	} catch {
		return null;
	}
};

/** What a message says as a document; null: it is words. @throws TemplateFailed where it was written as a document and is none */
export const contentOf = (frozen: Frozen, { language, text }: Pick<Made, 'language' | 'text'>): Content | null => {
	const content = documentOf(text ?? '');
	if (content === null && isJsonText(frozen, frozen.languages[language]?.text ?? '')) throw new TemplateFailed(ownSentence('notJson'));
	return content;
};

/** What facts call it by which somebody is known. */
const FACT = { externalId: 'external_id', email: 'email', phone: 'phone' } as const;

/** Makes bodies for people of a run. @throws TemplateFailed */
export const bodyMaker = (plan: Plan, frozen: Frozen): ((to: Dressed) => string) => {
	const make: Make = prepare(frozen);
	return ({ listedId, person, address, language, facts, links }) => {
		const made = make(language, facts, links);
		const { text, heroimage } = made;
		const content = contentOf(frozen, made);
		const written = frozen.languages[made.language];
		const kind = ANY_OF.find((each) => facts.person[FACT[each]] === address);
		const message: CampaignMessage = {
			type: 'campaign.message',
			timestamp: now().toISOString(),
			data: {
				deliveryId: listedId,
				campaign: { id: plan.campaignId, title: plan.title },
				domain: plan.host,
				person: { luvallaId: person, ...(kind && { [kind]: address }) },
				language,
				text: content === null ? text : null,
				content,
				image: heroimage,
				// Of words alone: it is no template.
				imageAlt: /\{[{%]/.test(written?.heroimageAlt ?? '') ? null : (written?.heroimageAlt ?? null),
				unsubscribe: plan.isTransactional ? null : links.unsubscribe,
				why: links.why,
			},
		};
		return JSON.stringify(message);
	};
};
