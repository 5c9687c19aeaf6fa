/** The channel of messages in browsers: pushed to those that take pushes, wherever their owner is. */
import { PRICE_MICROS } from '@luvalla/contract/engagement/campaign-runs.ts';
import { readCustomer } from '../../../tenancy/wing.ts';
import type { HandingChannel } from '../channel.ts';
import { readFrozen } from '../frozen.ts';
import { browserAddress } from './browsers.ts';
import { pushWay, rehearsedPushes } from './push-way.ts';

export const web: HandingChannel = {
	word: 'web',
	address: browserAddress,
	connector: 'web-push',
	price: () => PRICE_MICROS.web,
	goesWithout: () => false,
	// It comes from the customer's own site: nobody is named as its sender.
	canSend: () => Promise.resolve({ problems: [], warnings: [] }),
	async sender({ storage }, customerId) {
		const customer = await storage.inTenant(customerId, (tx) => readCustomer(tx, customerId));
		return { name: customer?.name ?? '', address: '', postal: customer?.address ?? '' };
	},
	// The service's own name of it stands with what it said.
	reference: () => null,
	rehearse: async (parts, customerId, plan, lane) =>
		rehearsedPushes(parts, customerId, plan, lane, await readFrozen(parts, customerId, lane)),
	open: async (parts, customerId, plan, lane) => pushWay(parts, customerId, plan, lane, await readFrozen(parts, customerId, lane)),
	reports: () => Promise.resolve(null),
};
