/** What channels have in common by which each message goes alone. */
import { TemplateFailed } from '../message.ts';
import type { Outcome, Recipient, Unpriced, Way } from './channel.ts';

/** A way by which each message goes alone. @param send what it throws of a template is that message's fault alone */
export const oneByOne = (atOnce: number, send: (recipient: Recipient) => Promise<Outcome>, close: () => void = () => undefined): Way => ({
	batch: 1,
	atOnce,
	async send(batch, settle) {
		for (const recipient of batch) {
			try {
				settle(recipient, await send(recipient));
			} catch (error) {
				if (!(error instanceof TemplateFailed)) throw error;
				settle(recipient, { state: 'failed', reason: 'template', said: error.message });
			}
		}
	},
	close,
});

/** The same at its price, where the other side has it. */
export const priced = (sent: Unpriced, costMicros: number): Outcome => (sent.state === 'accepted' ? { ...sent, costMicros } : sent);
