/** The proof of a campaign on paper: what it comes to, whose pages are worth a look, their pages, and what becomes of signs no font has. */
import { channelAt } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/campaign-proof.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { type FileAnswer, handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s, uuids } from '#kernel/storage/arrays.ts';
import { int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Choice, type Masks, maskOfAny, readConnector } from '../../profiles/wing.ts';
import { channelBy } from '../channels/all.ts';
import type { Prints } from '../channels/channel.ts';
import { frozenIn } from '../channels/frozen.ts';
import { TemplateFailed } from '../message.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { excusedOf } from '../send/excused.ts';
import { whomOf } from '../send/whom.ts';
import { beforeOf } from './before.ts';
import { demandStill, held, shownOne } from './calls.ts';
import { planOf } from './plan-of.ts';
import { chunksOfNumbers, type Eyes, eyesOf, printedOf, printsBy, wordsLacking } from './printed.ts';
import { CURRENCY } from './progress.ts';
import { demandMaySee, seen } from './run-calls.ts';
import { type Sample, type Sampled, samplesOf } from './sample.ts';
import { type CampaignRow, setSigns } from './store.ts';
import { someOf } from './units.ts';

const refuseProof = refusals({
	proof_fails: [422, 'The leaflet cannot be made as it is written.', 'Esitettä ei saa tehtyä nykyisestä tekstistä.'],
});

type Parts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;

const NameRow = row({ number: int, person: uuid, name: text });

/** People as they are called, in the order of their numbers. */
const namedOf = (tx: Tx, customerId: number, numbers: readonly number[]) =>
	tx.rows(
		NameRow,
		sql`select number, person, concat_ws(' ', first_name, last_name) as name from profile
		where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[]) order by number`,
	);

/** Those with the most to print in their address. */
const longestOf = async (tx: Tx, customerId: number, whom: Choice, excused: Masks, eyes: Eyes): Promise<number[]> => {
	const LongRow = row({ number: int, long: int });
	const long: { number: number; long: number }[] = [];
	for await (const { seen: numbers } of chunksOfNumbers(tx, customerId, whom, excused, eyes)) {
		const lines = sql`char_length(concat_ws(' ', first_name, last_name)) + char_length(street) + char_length(city)`;
		long.push(
			...(await tx.rows(
				LongRow,
				sql`select number, ${lines} as long from profile where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[])
				order by 2 desc nulls last, 1 limit ${contract.MOST_PROOFS}`,
			)),
		);
	}
	return long
		.sort((a, b) => b.long - a.long)
		.slice(0, contract.MOST_PROOFS)
		.map(({ number }) => number);
};

/** Those who live elsewhere than it is posted. */
const abroadOf = async (
	tx: Tx,
	sampled: Sampled,
	prints: Prints,
	home: string,
	...[whom, excused, eyes]: readonly [Choice, Masks, Eyes]
): Promise<number[]> => {
	const { customerId, connector } = sampled;
	const AbroadRow = row({ country: text, number: int });
	const found: number[] = [];
	for await (const { seen: numbers } of chunksOfNumbers(tx, customerId, whom, excused, eyes)) {
		const rows = await tx.rows(
			AbroadRow,
			sql`select country, min(number) as number from profile where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[])
			and country <> '' group by country order by 2`,
		);
		for (const { country, number } of rows) {
			const postal = prints.postal({ person: { street: '-', postal_code: '-', city: '-', country } }, connector);
			if (postal !== null && postal.country !== home) found.push(number);
		}
		if (found.length >= contract.MOST_PROOFS) break;
	}
	return found.slice(0, contract.MOST_PROOFS);
};

/** The lane of a campaign that is printed; null: none is, or something stands in the way of a plan. */
const printedLane = async (
	tx: Tx,
	kernel: Parts,
	customerId: number,
	campaign: CampaignRow,
): Promise<{ plan: Plan; lane: PlanLane; prints: Prints; sampled: Sampled } | null> => {
	const { plan } = await planOf(tx, kernel, customerId, campaign, true);
	for (const lane of plan?.lanes ?? []) {
		const prints = printsBy(lane.channel);
		if (!plan || !prints) continue;
		const connector = lane.connectorId === null ? null : await readConnector(tx, customerId, lane.connectorId);
		return { plan, lane, prints, sampled: { kernel, customerId, plan, lane, connector } };
	}
	return null;
};

/** Whom a lane reaches, and who of them gets nothing for a while. */
const reachedBy = async (
	tx: Tx,
	customerId: number,
	plan: Plan,
	lane: PlanLane,
): Promise<{ whom: Choice; excused: Masks; building: boolean }> => {
	const { lanes, building } = await whomOf(tx, customerId, plan);
	const whom = lanes.find(({ channel }) => channel === lane.channel)?.reached ?? { any: [] };
	return { whom, excused: maskOfAny((await excusedOf(tx, customerId, plan)).map(({ who }) => who)), building };
};

const NOBODY = { usual: [], longest: [], abroad: [], missing: [] };

const proofOf = async (tx: Tx, kernel: Parts, scope: Scope, campaign: CampaignRow): Promise<contract.CampaignProof> => {
	const began = performance.now();
	const { customerId } = scope;
	const code = campaign.constellation.find(({ channel }) => printsBy(channelAt(channel)))?.channel;
	const printsFor = code === undefined ? null : printsBy(channelAt(code));
	if (code === undefined || !printsFor) throw refuse('not_found');
	const found = await printedLane(tx, kernel, customerId, campaign);
	const given = printsFor.measures(found?.sampled.connector ?? null);
	const measures = { ...given, folds: [...given.folds] };
	const shown = { channel: code, fonts: printsFor.fonts, measures, currency: CURRENCY, signs: campaign.options.signs };
	const none = { people: 0, left: [], printed: 0, sheets: 0, units: [], isExact: true, priceMicros: 0, baseMicros: 0, costMicros: 0 };
	const nothing = { ...none, ms: 0, countries: [], text: [], lacking: [], groups: NOBODY };
	if (!found) return { ...shown, ...nothing, state: 'unready' };
	const { plan, lane, prints, sampled } = found;
	const { whom, excused, building } = await reachedBy(tx, customerId, plan, lane);
	const before = (await beforeOf(tx, kernel, scope, campaign, 'en')).lanes.find(({ channel }) => channel === code);
	const eyes = await eyesOf(tx, scope);
	const counting = building || eyes.building;
	if (counting || !before) return { ...shown, ...nothing, state: counting ? 'building' : 'unready' };
	const sender = await channelBy(lane.channel).sender(kernel, customerId, plan.options.senderId);
	const words = await wordsLacking(tx, customerId, prints, lane, plan.options, [plan.customerName, sender.name, sender.postal]);
	const printed = await printedOf(tx, sampled, prints, whom, excused, eyes);
	const home = prints.home(sampled.connector);
	const groups = {
		usual: await someOf(tx, customerId, eyes.of(whom), excused, before.reachable, contract.MOST_PROOFS),
		longest: await longestOf(tx, customerId, whom, excused, eyes),
		abroad: await abroadOf(tx, sampled, prints, home, whom, excused, eyes),
		missing: printed.odd.slice(0, contract.MOST_PROOFS).map(({ entry }) => entry),
	};
	const names = new Map((await namedOf(tx, customerId, Object.values(groups).flat())).map((one) => [one.number, one]));
	const peopleIn = (numbers: readonly number[]) =>
		numbers.flatMap((number) => {
			const one = names.get(number);
			return one ? [{ person: one.person, name: one.name }] : [];
		});
	const units = before.units ?? [];
	return {
		...shown,
		state: 'ready',
		people: before.reachable,
		left: before.left,
		printed: units.reduce((sum, one) => sum + one.units * one.people, 0),
		sheets: units.reduce((sum, one) => sum + Math.ceil(one.units / measures.sides) * one.people, 0),
		units,
		isExact: before.isExact,
		priceMicros: before.priceMicros,
		baseMicros: before.baseMicros,
		costMicros: before.costMicros,
		ms: Math.round(performance.now() - began),
		countries: [...printed.countries],
		text: words,
		lacking: [...printed.lacking],
		groups: {
			usual: peopleIn(groups.usual),
			longest: peopleIn(groups.longest),
			abroad: peopleIn(groups.abroad),
			missing: peopleIn(groups.missing),
		},
	};
};

/** Numbers of these people, in their order. @throws Refused 404 where one of them gets none by it, or may not be looked at */
const reachedAmong = async (
	tx: Tx,
	customerId: number,
	people: readonly string[],
	whom: Choice,
	excused: Masks,
	eyes: Eyes,
): Promise<number[]> => {
	const PlaceRow = row({ number: int, person: uuid });
	const known = new Map(
		(
			await tx.rows(
				PlaceRow,
				sql`select number, person from profile where customer_id = ${customerId} and person = any(${uuids(people)}::uuid[])`,
			)
		).map(({ number, person }) => [person, number]),
	);
	const numbers = people.flatMap((person) => known.get(person) ?? []);
	const there = new Set<number>();
	for await (const { seen } of chunksOfNumbers(tx, customerId, whom, excused, eyes)) {
		const all = new Set(seen);
		for (const number of numbers) if (all.has(number)) there.add(number);
	}
	if (there.size < people.length) throw refuse('not_found');
	return numbers;
};

export const proofRoutes = (kernel: Parts): Route[] => {
	const { storage } = kernel;
	return [
		handleIn(storage.inReport, contract.campaignProof, async (tx, { params, scope }) => {
			const campaign = await seen(tx, scope, params.id);
			// It shows whom it is for, as a rehearsal does.
			demandMaySee(scope, campaign, null);
			return proofOf(tx, kernel, scope, campaign);
		}),
		handle(contract.campaignProofFile, async ({ params, query, scope }): Promise<FileAnswer> => {
			const { customerId } = scope;
			const people = [...new Set(query.person.map((id) => id.toLowerCase()))];
			const { prints, frozen, going, dressed, title } = await storage.inReport(customerId, async (tx) => {
				const campaign = await seen(tx, scope, params.id);
				demandMaySee(scope, campaign, null);
				const found = await printedLane(tx, kernel, customerId, campaign);
				if (!found) throw refuse('not_found');
				const { plan, lane, sampled } = found;
				const { whom, excused } = await reachedBy(tx, customerId, plan, lane);
				const eyes = await eyesOf(tx, scope);
				const numbers = await reachedAmong(tx, customerId, people, whom, excused, eyes);
				const samples: Sample['to'][] = [];
				for await (const { to } of samplesOf(tx, sampled, numbers, eyes.within)) samples.push(to);
				return {
					prints: found.prints,
					frozen: await frozenIn(tx, customerId, lane),
					going: { connector: sampled.connector, plan },
					dressed: numbers.flatMap((number) => samples.filter(({ entry }) => entry === number)),
					title: campaign.title,
				};
			});
			let bytes: Buffer;
			try {
				bytes = await prints.proof(kernel, customerId, frozen, going, dressed);
			} catch (error) {
				if (error instanceof TemplateFailed) throw refuseProof('proof_fails');
				throw error;
			}
			async function* body(): AsyncGenerator<Buffer> {
				yield bytes;
			}
			const named = title.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ').trim();
			return { name: `${named} - ${now().toISOString().slice(0, 10)}.pdf`, body: body() };
		}),
		handleIn(storage.inTenant, contract.chooseSigns, async (tx, { asker, params, body, scope }) => {
			const { customerId } = scope;
			const campaign = await held(tx, scope, params.id);
			demandMaySee(scope, campaign, null);
			demandStill(campaign);
			await setSigns(tx, customerId, campaign.campaign_id, body);
			await recordActivity(tx, customerId, asker, {
				action: 'changed',
				thing: 'campaign',
				thingId: campaign.campaign_id,
				before: { title: campaign.title, signs: campaign.options.signs },
				after: { title: campaign.title, signs: body },
			});
			return shownOne(tx, customerId, params.id);
		}),
	];
};
