/** Figures of a report, of a period and of the one before it. Never rows: nobody is named. */
import { SPENDINGS } from '@luvalla/contract/billing/credits.ts';
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { Report } from '@luvalla/contract/insight/report-schedules.ts';
import type { Scope } from '#kernel/access/decide.ts';
import type { Sentences } from '#kernel/http/errors.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { countMessages } from '../channels/calls.ts';
import { countConsents, countEvents } from '../counts/calls.ts';
import { domainsOf } from '../counts/groups.ts';

/** How a figure is written: a number, a share of a hundred, or millionths of a credit. */
export type FigureKind = 'count' | 'percent' | 'credits';

export interface Figure {
	readonly label: Sentences;
	readonly kind: FigureKind;
	readonly now: number;
	readonly before: number;
}

interface Single {
	readonly label: Sentences;
	readonly kind: FigureKind;
	readonly n: number;
}

const count = (en: string, fi: string, n: number): Single => ({ label: { en, fi }, kind: 'count', n });

interface Span {
	readonly from: Date;
	readonly to: Date;
}

const groupOf = ({ from, to }: Span, starts: readonly Date[] = []) => ({
	startDate: from.toISOString().slice(0, 10),
	endDate: to.toISOString().slice(0, 10),
	domainList: [],
	from: from.toISOString(),
	to: to.toISOString(),
	steps: starts.length > 0 ? starts.map((at) => at.toISOString()) : [from.toISOString()],
});

const consents = async (tx: Tx, scope: Scope, span: Span): Promise<Single[]> => {
	const counted = await countConsents(tx, scope, groupOf(span));
	const accepted = counted.acceptedAll + counted.acceptedSome;
	return [
		count('Choices in banners', 'Valintoja bannereissa', counted.choices),
		count('Accepted all', 'Hyväksyi kaikki', counted.acceptedAll),
		count('Accepted some', 'Hyväksyi osan', counted.acceptedSome),
		count('Refused', 'Kieltäytyi', counted.refused),
		{
			label: { en: 'Consent rate', fi: 'Suostumusaste' },
			kind: 'percent',
			n: counted.choices === 0 ? 0 : (accepted / counted.choices) * 100,
		},
		count('Records', 'Kirjauksia', counted.records),
		count('Withdrawn', 'Peruttu', counted.withdrawn),
	];
};

const consumers = async (tx: Tx, scope: Scope, span: Span): Promise<Single[]> => {
	const counted = await countConsents(tx, scope, groupOf(span));
	const { profiles } = await countEvents(tx, scope, groupOf(span));
	return [
		count('Visitors who answered', 'Vastanneita kävijöitä', counted.choices),
		count('With at least one yes', 'Antoi ainakin yhden suostumuksen', counted.acceptedAll + counted.acceptedSome),
		count('Refused', 'Kieltäytyi', counted.refused),
		count('New profiles', 'Uusia profiileja', profiles),
	];
};

const profiles = async (tx: Tx, scope: Scope, span: Span): Promise<Single[]> => {
	const counted = await countEvents(tx, scope, groupOf(span));
	return [
		count('New profiles', 'Uusia profiileja', counted.profiles),
		count('Profiles at the end', 'Profiileja lopussa', counted.profilesAtEnd),
	];
};

const events = async (tx: Tx, scope: Scope, span: Span): Promise<Single[]> => {
	const counted = await countEvents(tx, scope, groupOf(span));
	return [count('Events', 'Tapahtumia', counted.events), count('Accepted messages', 'Perille menneitä viestejä', counted.messages)];
};

/** As the portal calls them. */
const CHANNEL_WORDS: Readonly<Record<(typeof CHANNELS)[number], Sentences>> = {
	email: { en: 'Email', fi: 'Sähköposti' },
	sms: { en: 'SMS', fi: 'Tekstiviesti' },
	mobile: { en: 'Mobile', fi: 'Mobiili' },
	web: { en: 'Web', fi: 'Verkko' },
	leaflet: { en: 'Leaflet', fi: 'Paperiposti' },
	webhook: { en: 'Webhook', fi: 'Webhook' },
	ad: { en: 'Ad', fi: 'Mainos' },
};
const OUTCOMES: Readonly<Record<string, Sentences>> = {
	accepted: { en: 'accepted', fi: 'perillä' },
	failed: { en: 'failed', fi: 'epäonnistui' },
	skipped: { en: 'left out', fi: 'jätetty pois' },
	opened: { en: 'opened', fi: 'avannut' },
	clicked: { en: 'clicked', fi: 'klikannut' },
};

const channels = async (tx: Tx, scope: Scope, { from, to }: Span): Promise<Single[]> => {
	const there = (await domainsOf(tx, scope, [])).map(({ domain_id: id }) => id);
	const sums = await countMessages(tx, scope.customerId, there, from, to);
	return CHANNELS.flatMap((channel, code) =>
		Object.entries(OUTCOMES).map(([outcome, word]) =>
			count(`${CHANNEL_WORDS[channel].en}: ${word.en}`, `${CHANNEL_WORDS[channel].fi}: ${word.fi}`, sums.get(`${code} ${outcome}`) ?? 0),
		),
	);
};

const Moves = row({ added: int, refunded: int, spent: int, balance: int });

const ledger = async (tx: Tx, { customerId }: Scope, { from, to }: Span): Promise<Single[]> => {
	const found = await tx.first(
		Moves,
		sql`select coalesce(sum(micros) filter (where kind in ('purchase', 'invoice', 'voucher')), 0)::int8 as added,
			coalesce(-sum(micros) filter (where kind in ('refund', 'refund_failed')), 0)::int8 as refunded,
			coalesce(-sum(micros) filter (where kind = any(${[...SPENDINGS]}::text[])), 0)::int8 as spent,
			coalesce((select e.balance from credit_entry e where e.customer_id = ${customerId} and e.account = 'customer' and e.at < ${to}
				order by e.number desc limit 1), 0)::int8 as balance
		from credit_entry where customer_id = ${customerId} and account = 'customer' and at >= ${from} and at < ${to}`,
	);
	const of = (en: string, fi: string, n: number): Single => ({ label: { en, fi }, kind: 'credits', n });
	return [
		of('Credits added', 'Krediittejä lisätty', found?.added ?? 0),
		of('Credits refunded', 'Krediittejä palautettu', found?.refunded ?? 0),
		of('Credits spent', 'Krediittejä käytetty', found?.spent ?? 0),
		of('Balance at the end', 'Saldo lopussa', found?.balance ?? 0),
	];
};

const Costs = row({ sending: int, scans: int, stored: int });

const costs = async (tx: Tx, { customerId }: Scope, { from, to }: Span): Promise<Single[]> => {
	const sum = (kind: string) => sql`coalesce(sum(micros) filter (where account = ${kind}), 0)::int8`;
	const found = await tx.first(
		Costs,
		sql`select ${sum('sending')} as sending, ${sum('scans')} as scans, ${sum('stored')} as stored from credit_entry
		where customer_id = ${customerId} and account <> 'customer' and at >= ${from} and at < ${to}`,
	);
	const of = (en: string, fi: string, n: number): Single => ({ label: { en, fi }, kind: 'credits', n });
	return [
		of('Messages', 'Viestit', found?.sending ?? 0),
		of('Scans', 'Skannaukset', found?.scans ?? 0),
		of('Stored consents', 'Tallennetut suostumukset', found?.stored ?? 0),
	];
};

const FIGURES: Readonly<Record<Report, (tx: Tx, scope: Scope, span: Span) => Promise<Single[]>>> = {
	...{ profiles, consents, ledger, events, channels, costs, consumers },
};

/** @param before where the period before begins; it ends where this one begins */
export const figuresOf = async (
	tx: Tx,
	scope: Scope,
	report: Report,
	{ from, to, before }: { readonly from: Date; readonly to: Date; readonly before: Date },
): Promise<Figure[]> => {
	const read = FIGURES[report];
	const earlier = await read(tx, scope, { from: before, to: from });
	const figures = (await read(tx, scope, { from, to })).map(
		({ n, ...of }, place): Figure => ({ ...of, now: n, before: earlier[place]?.n ?? 0 }),
	);
	// A channel that nothing was sent by says nothing.
	return report === 'channels' ? figures.filter((one) => one.now !== 0 || one.before !== 0) : figures;
};
