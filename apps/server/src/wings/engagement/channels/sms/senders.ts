/** Who text messages of a customer are from, country by country, and the answers that stop them: for whoever writes one. */
import * as contract from '@luvalla/contract/engagement/text-messages.ts';
import { connectorShapes } from '@luvalla/contract/profiles/connector-types.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type ConnectorRow, listConnectors } from '../../../profiles/wing.ts';
import { STOP_WORDS, wordsIn } from './stop-words.ts';
import { isName } from './text.ts';

/** Connectors that text messages leave by, by name. */
export const textConnectors = async (tx: Tx, customerId: number): Promise<ConnectorRow[]> =>
	(await listConnectors(tx, customerId, null)).filter((one) => one.is_active && one.type === 'sms-http');

const senderOf = (connector: ConnectorRow): contract.TextSender => {
	const { from, senders, answer, stopWords } = connectorShapes['sms-http'].parse({ ...connector.config, token: '' });
	const countries = new Map<string, string[]>();
	const elsewhere: [string, string[]] = [from, []];
	for (const [country, own] of Object.entries(senders)) if (own !== from) countries.set(own, [...(countries.get(own) ?? []), country]);
	return {
		id: connector.connector_id,
		name: connector.name,
		senders: [...countries, elsewhere].map(([own, where]) => ({ from: own, countries: where, isName: isName(own) })),
		answer,
		stopWords: wordsIn(stopWords),
	};
};

export const textSenderRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => [
	handle(contract.textSenders, ({ scope: { customerId } }) =>
		storage.inTenant(customerId, async (tx) => ({
			stopWords: STOP_WORDS,
			connectors: (await textConnectors(tx, customerId)).map(senderOf),
		})),
	),
];
