/** The consent report and a record's own page. */
import * as ledger from '@luvalla/contract/consent/ledger.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { MOST_COUNTED, pageOf, upTo } from '#kernel/storage/lists.ts';
import { offsetOf } from '#kernel/storage/search.ts';
import { nameIn } from '../answers/purposes.ts';
import { atOf } from '../ids.ts';
import { isSealed } from '../proof/receipts.ts';
import type { Span } from './choices.ts';
import { choicesFile } from './file.ts';
import { historyOf, recorderName, wordingsOf } from './history.ts';
import { type ChoiceRow, countChoices, listChoices, type Narrowed, type RecordRow, readChoice, readRecord } from './store.ts';

/** The domains a report is about: the one named, else all that the asker may see. */
export const domainsOf = (scope: Scope): readonly string[] | null =>
	scope.domainId !== null ? [scope.domainId] : scope.domains === 'all' ? null : [...scope.domains];

/** `email:anna@example.com` without its kind. */
const nameOf = (subject: string): string => subject.slice(subject.indexOf(':') + 1);

const shown = (row: ChoiceRow): ledger.Choice => ({
	choiceId: row.choice_id,
	recordId: row.record_id,
	domainId: row.domain_id,
	domain: row.host,
	at: row.at.toISOString(),
	receivedAt: row.received_at.toISOString(),
	kind: row.kind,
	yes: row.yes,
	no: row.no,
	language: row.language,
	gpc: row.gpc,
	device: row.device,
	browser: row.browser,
	version: row.version,
	clockSkewed: row.clock_skewed,
	how: row.how,
	person: row.subject === null ? null : nameOf(row.subject),
});

/** Null where nothing of ours was shown. */
const publishedIn = (row: RecordRow): ledger.LedgerRecord['configuration'] => {
	const { configuration: folder, configuration_hash: hash, title, version, published_at: publishedAt, measured } = row;
	if (folder === null || hash === null || title === null || version === null || publishedAt === null || measured === null) return null;
	return { folder, title, version, hash: hash.toString('hex'), publishedAt: publishedAt.toISOString(), measured };
};

const spanOf = (query: { days: number; from?: string | undefined; to?: string | undefined }, scope: Scope): Span => {
	const to = query.to ? new Date(query.to) : new Date(now().getTime() + 1000);
	const from = query.from ? new Date(query.from) : new Date(to.getTime() - query.days * 86_400_000);
	return { from, to, domainIds: domainsOf(scope) };
};

const narrowedTo = ({ kind, given }: { kind?: ledger.Kind | undefined; given?: 'self' | undefined }): Narrowed => ({
	kind: kind ?? null,
	self: given === 'self',
});

export const ledgerRoutes = ({ storage }: Kernel): Route[] => [
	handle(ledger.consents, async ({ language, query, scope }) => {
		const span = spanOf(query, scope);
		const narrowed = narrowedTo(query);
		const { rows, count } = await storage.inReport(scope.customerId, async (tx) => ({
			rows: await listChoices(tx, scope.customerId, span, narrowed, offsetOf(query), query.size, language),
			count: await countChoices(tx, scope.customerId, span, narrowed, MOST_COUNTED),
		}));
		return { data: rows.map(shown), page: pageOf(upTo(count), query) };
	}),
	handle(ledger.consentsFile, async ({ query, scope, language }) =>
		choicesFile(
			async (work) => await storage.inFile(scope.customerId, work),
			scope.customerId,
			spanOf(query, scope),
			narrowedTo(query),
			language,
		),
	),
	handle(ledger.consentRecord, async ({ params, scope, language }) => {
		const id = params.id.toLowerCase();
		const found = await storage.inTenant(scope.customerId, async (tx) => {
			const row = await readRecord(tx, scope.customerId, id, atOf(id));
			if (!row || (scope.domains !== 'all' && !scope.domains.has(row.domain_id))) throw refuse('not_found');
			return {
				row,
				choice: await readChoice(tx, scope.customerId, row.choice_id, row.received_at, language),
				history: await historyOf(tx, scope.customerId, row),
				wordings: await wordingsOf(tx, scope.customerId, row.purpose_id),
				sealed: await isSealed(tx, scope.customerId, id),
			};
		});
		const { row } = found;
		const spoken = [row.language.slice(0, 2), language, ...Object.keys(row.wording)].find((one) => row.wording[one]) ?? null;
		const shownIn = spoken === null ? undefined : row.wording[spoken];
		return {
			id: row.id,
			choiceId: row.choice_id,
			domainId: row.domain_id,
			domain: row.host,
			purpose: {
				id: row.purpose_id,
				name: nameIn(row.purpose_name, row.wording, language),
				version: row.purpose_version,
				legalBasis: row.legal_basis,
				wording: shownIn ? `${shownIn.name}. ${shownIn.about}` : '',
				wordingLanguage: spoken,
			},
			category: row.category,
			value: row.value,
			at: row.at.toISOString(),
			receivedAt: row.received_at.toISOString(),
			batchPosition: row.batch_position,
			clockSkewed: row.clock_skewed,
			how: row.how,
			language: row.language,
			gpc: row.gpc,
			browser: row.browser,
			device: row.device,
			country: row.country,
			tcString: row.tc_string,
			network: row.network,
			person: row.person !== null && row.subject !== null ? { luvallaId: row.person, name: nameOf(row.subject) } : null,
			source: row.source,
			recordedBy:
				row.recorded_by === null ? null : { id: row.recorded_by, name: await recorderName(storage, scope.customerId, row.recorded_by) },
			configuration: publishedIn(row),
			leaf: row.leaf.toString('hex'),
			salt: row.salt.toString('hex'),
			sealed: found.sealed,
			choice: found.choice,
			history: found.history.map(({ id: one, value, at, how, version }) => ({ id: one, value, at: at.toISOString(), how, version })),
			wordings: found.wordings.map(({ version, created_at, material }) => ({ version, at: created_at.toISOString(), material })),
		};
	}),
];
