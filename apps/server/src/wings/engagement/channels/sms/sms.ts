/** The channel of text messages: each is made as its recipient gets it, its parts counted, and handed to the customer's own server. */
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { connectorShapes, type SettingsOf } from '@luvalla/contract/profiles/connector-types.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { countryOfPhone } from '../../../people/wing.ts';
import { type ConnectorRow, openSecrets, readConnector } from '../../../profiles/wing.ts';
import { prepare } from '../../contents/template.ts';
import { TemplateFailed } from '../../message.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { createShortener } from '../../tracking/short.ts';
import { identifierAddress } from '../addresses.ts';
import {
	type As,
	type ChannelParts,
	type Dressed,
	type HandingChannel,
	type Outcome,
	type Recipient,
	type Way,
	WayGone,
} from '../channel.ts';
import { fromCustomer } from '../from-customer.ts';
import { readFrozen } from '../frozen.ts';
import { LINE_LIMITS, Lines } from '../lines.ts';
import { putInMailbox } from '../mailbox.ts';
import { oneByOne, priced } from '../one-by-one.ts';
import { hearOfTexts, statusPath } from './hear.ts';
import { smsOf } from './parts.ts';
import { textConnectors, textSenderRoutes } from './senders.ts';
import { stopTexts } from './stop.ts';
import { type From, type Text, textOf } from './text.ts';
import { LEFT, outcomeOf } from './twilio.ts';

type Server = SettingsOf<'sms-http'>;

/** Messages that are made at once where none is sent. */
const AT_ONCE = 20;
/** Further parts no network joins (and Twilio takes no more than 1,600 signs). */
const MOST_PARTS = 10;
const MOST_CHARACTERS = 1_600;
const MICROS = 1_000_000;

/** Where no connector says who it is from, as in the built-in mailbox. */
const NOBODY: From = { from: '+358401234567', answer: '' };

const serverOf = (connector: ConnectorRow | null): Server | null =>
	connector === null ? null : connectorShapes['sms-http'].parse({ ...connector.config, token: '' });

/** Who a message to this number is from. */
const fromFor = (server: Server | null, to: string): From => {
	if (server === null) return NOBODY;
	const { senders, from, answer } = server;
	const own = Object.keys(senders).length === 0 ? undefined : senders[countryOfPhone(to) ?? ''];
	return { from: own ?? from, answer };
};

type Making = Pick<ChannelParts, 'secrets' | 'settings'>;

const textFor = (
	parts: Making,
	customerId: number,
	server: Server | null,
	made: Parameters<typeof textOf>[2],
	{ address, links }: Pick<Dressed, 'address' | 'links'>,
	isTransactional: boolean,
): Text & From => {
	const from = fromFor(server, address);
	return { ...textOf(parts, customerId, made, links, from, isTransactional), ...from };
};

/** @throws TemplateFailed where it is nothing, or longer than a text may be */
export const demandLeaves = (text: string, parts: number): void => {
	if (parts === 0) throw new TemplateFailed(ownSentence('nothingLeft'));
	if (parts > MOST_PARTS || text.length > MOST_CHARACTERS) throw new TemplateFailed(ownSentence('tooManyParts', parts, MOST_PARTS));
};

/** Makes the text of each recipient. @throws TemplateFailed */
const maker = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, server: Server | null) => {
	const make = prepare(await readFrozen(parts, customerId, lane));
	return (to: Dressed): Text & From => {
		const made = textFor(parts, customerId, server, make(to.language, to.facts, to.links), to, plan.isTransactional);
		demandLeaves(made.text, made.parts);
		return made;
	};
};

const readServer = async ({ storage, secrets }: ChannelParts, customerId: number, connectorId: string) => {
	const connector = await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, connectorId));
	const server = connector?.type === 'sms-http' && connector.is_active ? serverOf(connector) : null;
	if (!connector || !server) throw new WayGone('connector');
	return { server, token: openSecrets(secrets, connectorId, connector.secrets).token ?? '' };
};

const rehearsalWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane): Promise<Way> => {
	const { server } = lane.connectorId === null ? { server: null } : await readServer(parts, customerId, lane.connectorId);
	const make = await maker(parts, customerId, plan, lane, server);
	const send = async (recipient: Recipient): Promise<Outcome> => {
		const { text, parts: count } = make(recipient);
		return { state: 'accepted', said: '', size: Buffer.byteLength(text), costMicros: count * lane.priceMicros };
	};
	return oneByOne(AT_ONCE, send);
};

const mailboxWay = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, runId: string): Promise<Way> => {
	const make = await maker(parts, customerId, plan, lane, null);
	const shortener = createShortener(parts, { customerId, runId, channel: 'sms' });
	return oneByOne(4, async (recipient) => {
		const { text, parts: count, shortened } = make(recipient);
		await shortener.keep(shortened.map((one) => ({ ...one, entry: recipient.entry })));
		const shown = { from: plan.customerName, to: recipient.address, subject: text.slice(0, 100), text, html: '' };
		return priced(await putInMailbox(parts, { customerId, domainId: plan.domainId }, recipient, shown), count * lane.priceMicros);
	});
};

/** By the customer's own server. */
const serverWay = async (
	parts: ChannelParts,
	customerId: number,
	plan: Plan,
	lane: PlanLane,
	runId: string,
	connectorId: string,
): Promise<Way> => {
	const { settings } = parts;
	const { server, token } = await readServer(parts, customerId, connectorId);
	const make = await maker(parts, customerId, plan, lane, server);
	const shortener = createShortener(parts, { customerId, runId, channel: 'sms' });
	const url = `${server.url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(server.account)}/Messages.json`;
	// What its own faults say of a message is nothing.
	const lines = new Lines(url, createGuard(settings.outboundAllow), LINE_LIMITS, ({ status }) => status < 500 || status === 503);
	const headers = {
		authorization: `Basic ${Buffer.from(`${server.account}:${token}`).toString('base64')}`,
		'content-type': 'application/x-www-form-urlencoded',
		accept: 'application/json',
	};
	// A server out there finds nobody at an address of this computer, and refuses the message for it.
	const reports = !settings.isLocal || !/(^|\.)twilio\.com$/i.test(new URL(url).hostname);

	return oneByOne(
		server.atOnce,
		async (recipient) => {
			const { text, parts: count, from, shortened } = make(recipient);
			await shortener.keep(shortened.map((one) => ({ ...one, entry: one.path.startsWith('/t/l/') ? null : recipient.entry })));
			const body = new URLSearchParams({
				To: recipient.address,
				[from.startsWith('MG') && from.length === 34 ? 'MessagingServiceSid' : 'From']: from,
				Body: text,
				...(reports && { StatusCallback: `${settings.publicUrl}${statusPath(recipient.deliveryId)}` }),
			}).toString();
			const handed = await lines.post(headers, Buffer.from(body), recipient.mayLeave);
			if (handed.is === 'unsent') return { state: 'returned', closed: true, said: handed.said };
			if (handed.is === 'kept') return { state: 'returned', closed: false, said: '' };
			if (handed.is === 'silent') return { state: 'unknown', said: handed.said };
			const outcome = outcomeOf(handed.answer, Buffer.byteLength(text), count, lane.priceMicros);
			if (outcome.code === LEFT)
				await parts.storage.inTurn(customerId, (tx) => stopTexts(tx, parts, customerId, recipient.address, String(LEFT)));
			return outcome;
		},
		() => lines.close(),
	);
};

/** As it leaves by this connector. */
const asText = (parts: Making, customerId: number, connector: ConnectorRow | null): As => {
	const server = serverOf(connector);
	return ({ own, addresses, ...made }, to, isTransactional) => ({
		...made,
		text: made.text === null ? null : textFor(parts, customerId, server, { ...made, own, addresses }, to, isTransactional).text,
	});
};

export const sms: HandingChannel = {
	word: 'sms',
	address: identifierAddress('phone'),
	connector: 'sms-http',
	as: asText,
	unitsOf({ text }) {
		const { parts } = smsOf(text ?? '');
		demandLeaves(text ?? '', parts);
		return parts;
	},
	texts: { partsOf: smsOf, connectors: textConnectors },
	price: (connector, tariff) => (connector === null ? tariff.sms : Math.round((serverOf(connector)?.price ?? 0) * MICROS)),
	goesWithout: ({ smtpUrl, isLocal }) => smtpUrl === null && isLocal,
	canSend: async () => ({ problems: [], warnings: [] }),
	sender: fromCustomer,
	reference: () => null,
	rehearse: rehearsalWay,
	open: (parts, customerId, plan, lane, runId) =>
		lane.connectorId === null
			? mailboxWay(parts, customerId, plan, lane, runId)
			: serverWay(parts, customerId, plan, lane, runId, lane.connectorId),
	calls: textSenderRoutes,
	addresses: hearOfTexts,
	reports: () => Promise.resolve(null),
};
