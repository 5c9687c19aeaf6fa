/** What waits for somebody of a customer's: what each wing says, the most pressing first. */
import { type Need, needs } from '@luvalla/contract/insight/needs.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';

const MOST = 20;

/** What stops something now, then what will, then what is to be put in order. */
const PRESSING: readonly Need['need'][] = [
	'snippet-gone',
	'run-paused',
	'messages-unknown',
	'webhook-failing',
	'connector-failing',
	'credits-low',
	'custom-domain-failing',
	'licence-ends',
	'scan-findings',
	'sender-not-ready',
	'domain-unproven',
];

/** Of one kind the oldest first. */
const byUrgency = (a: Need, b: Need): number =>
	PRESSING.indexOf(a.need) - PRESSING.indexOf(b.need) || (a.at ?? '').localeCompare(b.at ?? '') || a.name.localeCompare(b.name);

export const needRoutes = ({ storage, hooks }: Kernel): Route[] => [
	handleIn(storage.inReport, needs, async (tx, { scope: { customerId, domains } }) => {
		const said = await hooks.needs.ask(tx, { customerId, domainIds: domains === 'all' ? null : [...domains] });
		return said.flat().sort(byUrgency).slice(0, MOST);
	}),
];
