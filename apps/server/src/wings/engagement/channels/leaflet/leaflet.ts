/**
 * The channel of printed mail: a run becomes one PDF that a printing house takes, and a table of its addresses in the same order. What it
 * costs follows from the tariff of the house: so much a leaflet, so much a printed page.
 */
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { now } from '#kernel/clock.ts';
import { type ConnectorRow, readConnector } from '../../../profiles/wing.ts';
import { readCustomer } from '../../../tenancy/wing.ts';
import { TemplateFailed } from '../../message.ts';
import { problem } from '../../problems.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { createNames } from '../../runs/token.ts';
import { readSender } from '../../senders/store.ts';
import { linksOf } from '../../tracking/links.ts';
import { createShortener, shortOf } from '../../tracking/short.ts';
import {
	type ChannelParts,
	type Dressed,
	type FilingChannel,
	type Going,
	type Lacking,
	type Prints,
	type Sheets,
	type SheetsOf,
	WayGone,
} from '../channel.ts';
import { readFrozen } from '../frozen.ts';
import { homeAddress, postalOf } from './address.ts';
import { BLEED, BOXES, houseOf, PAGE, SLUG, windowOf } from './measures.ts';
import { writtenWords } from './own-words.ts';
import { joined } from './part.ts';
import { createPictures } from './pictures.ts';
import { NoAddress, onPaper, type Press, placeholders, printAll, tried, type Ways } from './press.ts';
import { FONT_NAMES, missingIn, ownSigns } from './print/fonts.ts';
import { rowsOf, tableOf } from './table.ts';

/** People of one part. */
const MOST = 250;
const MICROS = 1_000_000;

const micros = (price: number): number => Math.round(price * MICROS);

const connectorOf = async ({ storage }: ChannelParts, customerId: number, { connectorId }: PlanLane): Promise<ConnectorRow | null> => {
	if (connectorId === null) return null;
	const connector = await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, connectorId));
	if (connector?.type !== 'printing-house' || !connector.is_active) throw new WayGone('connector');
	return connector;
};

/** Short addresses of a run. `kept` has those that a message took. */
const waysOf = (parts: ChannelParts, customerId: number, runId: string, isTransactional: boolean) => {
	const names = createNames(parts.secrets);
	const { publicUrl } = parts.settings;
	const common = linksOf(publicUrl, names, { customerId, runId, channel: 'leaflet', entry: 0 }, '', false);
	const links = new Map<string, { code: string; path: string; short: string }>();
	const ways: Ways = {
		wayOf: ({ links: own }) => (isTransactional ? null : shortOf(parts, customerId, own.unsubscribe).short),
		linkOf(url) {
			const found = links.get(url) ?? shortOf(parts, customerId, common.through(url, 0));
			links.set(url, found);
			return found.short;
		},
	};
	return { ways, links };
};

const sheetsOf = async (parts: ChannelParts, customerId: number, plan: Plan, lane: PlanLane, of: SheetsOf): Promise<Sheets> => {
	const connector = await connectorOf(parts, customerId, lane);
	const frozen = await readFrozen(parts, customerId, lane);
	const { ways, links } = waysOf(parts, customerId, of.runId, plan.isTransactional);
	const shortener = createShortener(parts, { customerId, runId: of.runId, channel: 'leaflet' });
	const press: Press = {
		parts,
		frozen,
		house: houseOf(connector),
		ways,
		pictures: createPictures(parts, customerId),
		wide: plan.options.signs.other,
		zone: plan.options.timeZone,
		shows: false,
	};
	return {
		most: MOST,
		type: 'application/pdf',
		ending: 'pdf',
		async make(people, settle) {
			const kept: Dressed[] = [];
			const bytes = await printAll(press, people, (one, printed) => {
				if ('state' in printed) return settle(one, printed);
				kept.push(one);
				settle(one, {
					state: 'accepted',
					said: '',
					size: printed.pages.reduce((sum, page) => sum + page.length, 0),
					costMicros: lane.baseMicros + printed.drawn.printed * lane.priceMicros,
				});
			});
			if (!of.rehearsal) {
				const own = plan.isTransactional
					? []
					: kept.map((one) => ({ ...shortOf(parts, customerId, one.links.unsubscribe), entry: one.entry }));
				await shortener.keep([...own, ...[...links.values()].map((one) => ({ ...one, entry: null }))]);
			}
			return bytes;
		},
		join: (all) => joined(all, BOXES, { title: plan.title, language: frozen.language, at: now() }),
		beside: { type: 'text/csv', ending: 'csv', join: tableOf },
	};
};

/** What is thrown is of a template; without an address nothing leaves, either. */
const triedOf = (made: Parameters<typeof tried>[0], to: Dressed, going: Going, wide: boolean): ReturnType<typeof tried> => {
	try {
		// As long as any of theirs.
		return tried(made, to, going, placeholders(new URL(to.links.unsubscribe).origin, 1, going.plan.isTransactional), wide);
	} catch (error) {
		if (error instanceof NoAddress) throw new TemplateFailed(ownSentence('addressIncomplete'));
		throw error;
	}
};

const lackingIn = (signs: readonly string[]): Lacking[] =>
	[...new Set(signs)].map((sign) => ({ sign, isElsewhere: missingIn(sign, true).length === 0 }));

const prints: Prints = {
	fonts: FONT_NAMES,
	ownSigns,
	measures(connector) {
		const house = houseOf(connector);
		return { page: PAGE, bleed: BLEED, slug: SLUG, ...windowOf(house), sides: house.sides === 'two' ? 2 : 1 };
	},
	async proof(parts, customerId, frozen, { connector, plan }, people) {
		let fault: string | null = null;
		const press: Press = {
			parts,
			frozen,
			house: houseOf(connector),
			ways: placeholders(parts.settings.publicUrl, customerId, plan.isTransactional),
			pictures: createPictures(parts, customerId),
			wide: plan.options.signs.other,
			zone: plan.options.timeZone,
			shows: true,
		};
		const part = await printAll(press, people, (_, printed) => {
			if ('state' in printed && printed.state === 'failed') fault ??= printed.said === '' ? ownSentence('addressIncomplete') : printed.said;
		});
		if (fault !== null) throw new TemplateFailed(fault);
		async function* only(): AsyncGenerator<Buffer> {
			yield part;
		}
		const pieces: Buffer[] = [];
		for await (const piece of joined(only(), BOXES, { title: 'Proof', language: frozen.language, at: now() })) pieces.push(piece);
		return Buffer.concat(pieces);
	},
	written: (frozen, besides) => lackingIn([...writtenWords(frozen), ...besides].flatMap((text) => missingIn(text, false))),
	lacking: (made, to, going) => lackingIn(triedOf(made, { ...to, links: onPaper(to.links) }, going, false).missing),
	home: (connector) => houseOf(connector).country,
	postal(facts, connector) {
		const found = postalOf(facts, houseOf(connector).country);
		return found && { country: found.country, place: found.lines.find((line) => line.includes(found.postalCode)) ?? found.postalCode };
	},
};

export const leaflet: FilingChannel = {
	rowsOf,
	word: 'leaflet',
	address: homeAddress,
	connector: 'printing-house',
	price: (connector) => micros(houseOf(connector).pagePrice),
	base: (connector) => micros(houseOf(connector).price),
	unitsOf(made, to, going) {
		const { other } = going.plan.options.signs;
		const { printed, missing } = triedOf(made, { ...to, links: onPaper(to.links) }, going, other);
		if (missing.length > 0) throw new TemplateFailed(ownSentence('noFont', missing.join(' ')));
		return printed;
	},
	goesWithout: ({ smtpUrl, isLocal }) => smtpUrl === null && isLocal,
	async canSend(tx, _parts, { customerId, customer, options }) {
		const sender = await readSender(tx, customerId, options.senderId);
		const postal = sender?.postal ?? customer.address;
		return { problems: postal.trim() === '' ? [problem('no_postal', customer.name)] : [], warnings: [] };
	},
	sender: ({ storage }, customerId, senderId) =>
		storage.inTenant(customerId, async (tx) => {
			const customer = await readCustomer(tx, customerId);
			const sender = await readSender(tx, customerId, senderId);
			return {
				name: sender?.name ?? customer?.name ?? '',
				address: sender?.address ?? '',
				postal: sender?.postal ?? customer?.address ?? '',
			};
		}),
	reference: () => null,
	prints,
	sheets: sheetsOf,
	reports: () => Promise.resolve(null),
};
