/** What a text message costs that is sent once to an audience: whom it reaches and what each part costs, as a campaign's sheet counts it. */
import { CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import type { TextPrice } from '@luvalla/contract/engagement/text-messages.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { pricesNow } from '../../billing/wing.ts';
import { namesOf } from '../../people/wing.ts';
import { type Choice, countAmong, countOf, maskOfAny } from '../../profiles/wing.ts';
import { readCustomer, readDomain } from '../../tenancy/wing.ts';
import { texting } from '../channels/all.ts';
import { languageFor } from '../contents/template.ts';
import type { Frozen } from '../message.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { domainsOf, ownDomainsOf } from '../scope.ts';
import { excusedOf } from '../send/excused.ts';
import { whomOf } from '../send/whom.ts';
import { audienceOf, permittingOf, purposesOn } from './plan-of.ts';
import { CURRENCY } from './progress.ts';
import type { Sampled } from './sample.ts';
import { shareOf, type UnitsMade, unitsMade } from './units.ts';

/** People whose word is looked for before it is left out. */
const ASKED = 50;
const MOST_WORD = 40;

/** The word of a text that a sign stands in. */
export const wordAround = (text: string, sign: string): string => {
	const at = text.indexOf(sign);
	const before = /[\p{L}\p{M}\p{N}'’-]*$/u.exec(text.slice(0, at))?.[0] ?? '';
	const after = /^[\p{L}\p{M}\p{N}'’-]*/u.exec(text.slice(at + sign.length))?.[0] ?? '';
	return at < 0 || before.length + after.length > MOST_WORD ? sign : `${before}${sign}${after}`;
};

const textIn = ({ message }: UnitsMade): string => message.text ?? '';

/** Why messages are dearer: by the sign that most of them have first. */
const whyOf = async (
	tx: Tx,
	scope: Scope,
	frozen: Frozen,
	signs: ReadonlyMap<string, { count: number; some: UnitsMade[] }>,
	share: number,
): Promise<TextPrice['why']> => {
	const [most] = [...signs].sort(([, a], [, b]) => b.count - a.count);
	if (!most) return null;
	const [sign, { count, some }] = most;
	const within = ownDomainsOf(scope);
	const ids = some.map(({ to }) => to.person);
	const known = within === null ? null : await namesOf(tx, scope.customerId, ids, within);
	// Of whom the asker sees nobody, the sign alone is said.
	const seen = some.find(({ to }) => known === null || (known.get(to.person)?.length ?? 0) > 0);
	const [one] = seen ? [seen] : some;
	if (!one) return null;
	const { characters, places, parts } = texting().texts.partsOf(textIn(one));
	return {
		sign,
		isWritten: (frozen.languages[languageFor(frozen, one.to.language)]?.text ?? '').includes(sign),
		people: Math.round(count * share),
		word: seen ? wordAround(textIn(seen), sign) : null,
		characters,
		each: places / parts,
	};
};

/** What the messages of these people come to. */
const pricedOf = async (tx: Tx, scope: Scope, sampled: Sampled, frozen: Frozen, whom: Choice, plan: Plan) => {
	const { customerId } = scope;
	const left = maskOfAny((await excusedOf(tx, customerId, plan)).map(({ who }) => who));
	const reached = await countOf(tx, customerId, whom);
	const people = reached - ((await countAmong(tx, customerId, [whom], left))[0] ?? 0);
	const { priceMicros } = sampled.lane;
	const { texts, unitsOf } = texting();
	const found = new Map<string, { parts: number; encoding: 'GSM-7' | 'UCS-2'; count: number }>();
	const signs = new Map<string, { count: number; some: UnitsMade[] }>();
	let made = 0;
	let failed = 0;
	for await (const one of unitsMade(tx, sampled, unitsOf, whom, left, people)) {
		made += 1;
		if (one === null) {
			failed += 1;
			continue;
		}
		const { encoding, foreign } = texts.partsOf(textIn(one));
		const key = `${one.units} ${encoding}`;
		const kind = found.get(key) ?? { parts: one.units, encoding, count: 0 };
		found.set(key, { ...kind, count: kind.count + 1 });
		if (foreign === null) continue;
		const sign = signs.get(foreign) ?? { count: 0, some: [] };
		sign.count += 1;
		if (sign.some.length < ASKED) sign.some.push(one);
		signs.set(foreign, sign);
	}
	const { isExact, share } = shareOf(people, made);
	const parts = [...found.values()]
		.map(({ count, ...kind }) => ({ ...kind, people: Math.round(count * share) }))
		.map((kind) => ({ ...kind, costMicros: kind.people * kind.parts * priceMicros }))
		.sort((a, b) => a.parts - b.parts || a.encoding.localeCompare(b.encoding));
	return {
		people,
		made,
		isExact,
		failed: Math.round(failed * share),
		parts,
		costMicros: parts.reduce((sum, one) => sum + one.costMicros, 0),
		why: await whyOf(tx, scope, frozen, signs, share),
	};
};

/** @param frozen null: it cannot be made @throws Refused 404 for an audience or a connector that is not there for the asker */
export const priceOf = async (
	tx: Tx,
	kernel: Sampled['kernel'],
	scope: Scope,
	frozen: Frozen | null,
	audienceId: string,
	connectorId: string | null,
): Promise<TextPrice> => {
	const { customerId } = scope;
	const audience = await audienceOf(tx, customerId, audienceId.toLowerCase());
	const within = domainsOf(scope);
	if (!audience || (within !== null && !within.includes(audience.domain_id))) throw refuse('not_found');
	const channel = texting();
	const usable = await channel.texts.connectors(tx, customerId);
	const connector = (connectorId === null ? usable[0] : usable.find((one) => one.connector_id === connectorId.toLowerCase())) ?? null;
	if (connectorId !== null && connector === null) throw refuse('not_found');
	const priceMicros = channel.price(connector, await pricesNow(tx));
	const domainId = audience.domain_id;
	const purposes = await purposesOn(tx, customerId, domainId);
	const customer = await readCustomer(tx, customerId);
	const domain = await readDomain(tx, customerId, domainId);
	const lane: PlanLane = {
		channel: channel.word,
		// Nothing is published of it: what is written goes with it.
		constellationId: newId(),
		version: 0,
		connectorId: connector?.connector_id ?? null,
		purposes: permittingOf(purposes, channel.word).map((one) => one.purpose_id),
		priceMicros,
		baseMicros: 0,
	};
	const plan: Plan = {
		campaignId: newId(),
		title: '',
		domainId,
		host: domain?.host ?? '',
		customerName: customer?.name ?? '',
		isTransactional: false,
		audience: { id: audience.audience_id, segments: audience.segments, consents: audience.consents, isAnd: audience.is_and },
		lanes: [lane],
		tracking: purposes.filter((one) => one.tracks).map((one) => one.purpose_id),
		options: CampaignOptions.parse({}),
		changes: { post: [], open: [], click: [], proven: [] },
	};
	const none = { targeted: 0, people: 0, costMicros: 0, made: 0, isExact: true, failed: 0, parts: [], why: null };
	const by = {
		priceMicros,
		currency: CURRENCY,
		connector: connector && { id: connector.connector_id, name: connector.name },
	};
	if (frozen === null) return { state: 'unmade', ...none, ...by };
	const whom = await whomOf(tx, customerId, plan);
	const reached = whom.lanes[0]?.reached;
	if (whom.building || !reached) return { state: 'building', ...none, ...by };
	return {
		state: 'ready',
		targeted: await countOf(tx, customerId, whom.targeted),
		...(await pricedOf(tx, scope, { kernel, customerId, plan, lane, connector, frozen }, frozen, reached, plan)),
		...by,
	};
};
