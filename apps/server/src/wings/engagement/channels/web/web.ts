/** The channel of messages in browsers: pushed to those that take pushes, wherever their owner is, or drawn on the site when they come to it. */
import type { HandingChannel } from '../channel.ts';
import { fromCustomer } from '../from-customer.ts';
import { readFrozen } from '../frozen.ts';
import { browserAddress } from './browsers.ts';
import { pushMaker } from './push.ts';
import { pushWay, rehearsedPushes } from './push-way.ts';
import { siteWay } from './site-way.ts';

export const web: HandingChannel = {
	word: 'web',
	address: browserAddress,
	connector: 'web-push',
	price: (_connector, tariff) => tariff.web,
	// One that stands on the site may be as long as it likes.
	tries: (frozen, { isTransactional }) => (frozen.placement ? Promise.resolve(() => undefined) : pushMaker(frozen, isTransactional)),
	goesWithout: () => false,
	byItself: ({ placement }) => placement !== undefined,
	// It comes from the customer's own site: nobody is named as its sender.
	canSend: () => Promise.resolve({ problems: [], warnings: [] }),
	sender: fromCustomer,
	// The service's own name of it stands with what it said.
	reference: () => null,
	async rehearse(parts, customerId, plan, lane) {
		const frozen = await readFrozen(parts, customerId, lane);
		const { placement } = frozen;
		return placement
			? siteWay(parts, customerId, plan, lane, frozen, placement, null)
			: rehearsedPushes(parts, customerId, plan, lane, frozen);
	},
	async open(parts, customerId, plan, lane, runId) {
		const frozen = await readFrozen(parts, customerId, lane);
		const { placement } = frozen;
		return placement ? siteWay(parts, customerId, plan, lane, frozen, placement, runId) : pushWay(parts, customerId, plan, lane, frozen);
	},
	reports: () => Promise.resolve(null),
};
