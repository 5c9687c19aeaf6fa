/** The connector calls. */
import { AUDIENCE_APPROVED } from '@luvalla/contract/profiles/audiences.ts';
import { CONNECTOR_TYPES, connectorShapes, DIRECTIONS, secretsOf, TYPE_NAMES } from '@luvalla/contract/profiles/connector-types.ts';
import * as contract from '@luvalla/contract/profiles/connectors.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { demandAsRead, invalidFields, type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { RunKind } from '#kernel/runs/runs.ts';
import { int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { holdDomain } from '../../tenancy/wing.ts';
import { beginsAnew, maskedSecrets, openSecrets, type StoredSecrets, sealSecrets, settle } from './config.ts';
import { linkOf, startRun } from './kind.ts';
import { peerOf } from './peers/peers.ts';
import { asFailed, ConnectorFailed, type Detail, problemOf, sentenceOf, withoutSecrets } from './problems.ts';
import type { Cursor, Input } from './run.ts';
import { nextRun } from './schedule.ts';
import {
	type ConnectorRow,
	type ConnectorRunRow,
	countConnectors,
	holdConnector,
	insertConnector,
	lastRuns,
	listConnectors,
	nameTaken,
	noteTest,
	openRun,
	readConnector,
	readConnectorRun,
	readLog,
	readRuns,
	type Saved,
	updateConnector,
} from './store.ts';

const refuseConnector = refusals({
	connector_known: [409, 'There is a connector of this name already.', 'Tämänniminen yhdistin on jo olemassa.', 'name'],
	too_many_connectors: [
		409,
		`A customer has at most ${contract.MOST_CONNECTORS} connectors.`,
		`Asiakkaalla on enintään ${contract.MOST_CONNECTORS} yhdistintä.`,
	],
	connector_running: [409, 'A run of this connector is under way already.', 'Tämän yhdistimen ajo on jo käynnissä.'],
	connector_off: [409, 'This connector is turned off.', 'Tämä yhdistin on pois käytöstä.'],
	audience_draft: [
		422,
		'The audience of this connector is not approved as it is now. Approve it, then run again.',
		'Tämän yhdistimen kohderyhmää ei ole hyväksytty sellaisena kuin se nyt on. Hyväksy se ja aja uudelleen.',
	],
	connector_no_sync: [422, 'This connector syncs nothing.', 'Tämä yhdistin ei siirrä mitään.'],
	connector_type: [422, 'A connector keeps its type. Add another one.', 'Yhdistimen tyyppi ei vaihdu. Lisää uusi.'],
	run_fine: [409, 'Only a run that failed or was cancelled is run again.', 'Vain epäonnistuneen tai perutun ajon voi ajaa uudelleen.'],
	span_too_long: [422, 'Ask for a year at most.', 'Kysy enintään vuoden ajalta.'],
});

const LONGEST_MS = 366 * 86_400_000;
const MOST_RUNS = 500;

const domainsOf = ({ domains }: Scope): string[] | null => (domains === 'all' ? null : [...domains]);
const seenBy = ({ domains }: Scope, connector: Pick<ConnectorRow, 'domain_id'>): boolean =>
	domains === 'all' || (connector.domain_id !== null && domains.has(connector.domain_id));

const ID = row({ id: uuid });
const AudienceRow = row({ id: uuid, status: int });

/**
 * The domain that a connector is about; an audience that it brings out is held, so that it is not deleted before this is written.
 * @throws Refused 422 by field for what is not the customer's
 */
const domainFor = async (
	tx: Tx,
	customerId: number,
	{ direction, config, isActive, before }: Pick<Saved, 'direction' | 'config' | 'isActive'> & { readonly before: ConnectorRow | null },
): Promise<string | null> => {
	const wrong = (field: string, message = 'Choose one from the list') =>
		invalidFields([{ message, path: ['config', field] }], 'not_usable');
	if (direction === 'none') return null;
	if (direction === 'inbound') {
		const found = await tx.first(
			ID,
			sql`select domain_id as id from domain where customer_id = ${customerId} and domain_id = ${String(config.domainId).toLowerCase()}`,
		);
		if (!found || !(await holdDomain(tx, customerId, found.id))) throw wrong('domainId');
		return found.id;
	}
	const audience = await tx.first(
		AudienceRow,
		sql`select domain_id as id, status from audience where customer_id = ${customerId} and audience_id = ${String(config.audienceId).toLowerCase()} for share`,
	);
	// One that is turned off sends nothing, and can be saved whatever became of its audience.
	if (!audience && !isActive && before && before.config.audienceId === config.audienceId) return before.domain_id;
	if (!audience) throw wrong('audienceId');
	if (isActive && audience.status !== AUDIENCE_APPROVED) throw wrong('audienceId', 'Approve this audience first: a draft is sent nowhere');
	// A purpose of the audience's own domain: what was said elsewhere permits nothing here.
	const purpose = await tx.first(
		ID,
		sql`select purpose_id as id from purpose where customer_id = ${customerId} and purpose_id = ${String(config.purposeId).toLowerCase()}
			and domain_id = ${audience.id} and legal_basis = 'consent'`,
	);
	if (!purpose || !(await holdDomain(tx, customerId, audience.id))) throw wrong('purposeId');
	return audience.id;
};

/** Whether a connector would bring out an audience that nobody approved as it is now. One that is gone says so itself. */
const isDraft = async (tx: Tx, customerId: number, { direction, config }: ConnectorRow): Promise<boolean> => {
	if (direction !== 'outbound') return false;
	const [audience] = await tx.rows(
		AudienceRow,
		sql`select domain_id as id, status from audience
		where customer_id = ${customerId} and audience_id = ${String(config.audienceId).toLowerCase()}`,
	);
	return audience !== undefined && audience.status !== AUDIENCE_APPROVED;
};

const problemIn = (code: string | null, said: Detail | null, language: Language, inbound: boolean): string | null =>
	code === null
		? null
		: code === 'internal'
			? sentenceOf('connector_answer', { detail: '' }, language)
			: problemOf(code, said ?? { detail: '' }, language, inbound);

const shownRun = (one: ConnectorRunRow, language: Language): contract.ConnectorRun => ({
	id: one.run_id,
	connectorId: one.connector_id,
	connectorName: one.name,
	type: one.type,
	direction: one.direction,
	state: one.state,
	createdAt: one.created_at.toISOString(),
	startedAt: one.started_at?.toISOString() ?? null,
	endedAt: one.ended_at?.toISOString() ?? null,
	durationMs: one.started_at ? Math.max(0, (one.ended_at ?? now()).getTime() - one.started_at.getTime()) : null,
	rows: one.counts.rows ?? 0,
	errors: one.counts.rejected ?? 0,
	counts: one.counts,
	problem: one.state === 'failed' ? problemIn(one.problem, one.said, language, one.direction === 'inbound') : null,
	can: { retry: one.state === 'failed' || one.state === 'cancelled', cancel: one.state === 'waiting' || one.state === 'running' },
});

/** Activity tells which secrets there are, and none of them. */
const activityOf = (saved: Saved, kept: StoredSecrets) => ({
	name: saved.name,
	type: saved.type,
	config: saved.config,
	isActive: saved.isActive,
	secrets: Object.keys(kept).sort(),
});

export const connectorRoutes = (kernel: Kernel, kind: RunKind<Input, Cursor>): Route[] => {
	const { storage, secrets, settings } = kernel;

	const shownAll = async (tx: Tx, customerId: number, rows: readonly ConnectorRow[], language: Language): Promise<contract.Connector[]> => {
		const ids = rows.map((one) => one.connector_id);
		const runs = Map.groupBy(await lastRuns(tx, customerId, ids), (one) => one.connector_id);
		return rows.map((one) => {
			const own = runs.get(one.connector_id) ?? [];
			const [last] = own.filter(({ state }) => state === 'done' || state === 'failed');
			const tested = one.tested === null ? null : one.tested.code === 'ok';
			const problem =
				last?.state === 'failed'
					? problemIn(last.problem, last.said, language, false)
					: tested === false
						? problemIn(one.tested?.code ?? null, { detail: one.tested?.detail ?? '' }, language, false)
						: null;
			return {
				id: one.connector_id,
				customerId,
				type: one.type,
				config: one.config,
				isActive: one.is_active,
				name: one.name,
				kept: maskedSecrets(openSecrets(secrets, one.connector_id, one.secrets)),
				direction: one.direction,
				domainId: one.domain_id,
				nextAt: one.next_at?.toISOString() ?? null,
				testedAt: one.tested_at?.toISOString() ?? null,
				isSuccessful: tested,
				problem,
				runs: own.map(({ run_id: id, state, counts }) => ({ id, state, rows: counts.rows ?? 0 })).reverse(),
				changedAt: one.changed_at.toISOString(),
			};
		});
	};
	const shownOne = async (tx: Tx, customerId: number, id: string, language: Language): Promise<contract.Connector> => {
		const found = await readConnector(tx, customerId, id);
		const [shown] = found ? await shownAll(tx, customerId, [found], language) : [];
		if (!shown) throw new Error('A connector that was written is not there.');
		return shown;
	};

	/** @throws Refused 404, 409 connector_off, connector_running, 422 connector_no_sync, audience_draft */
	const begin = async (tx: Tx, customerId: number, id: string, asker: Asker, language: Language) => {
		const connector = await holdConnector(tx, customerId, id);
		if (!connector) throw refuse('not_found');
		if (connector.direction === 'none') throw refuseConnector('connector_no_sync');
		if (!connector.is_active) throw refuseConnector('connector_off');
		if ((await openRun(tx, customerId, id)) !== null) throw refuseConnector('connector_running');
		if (await isDraft(tx, customerId, connector)) throw refuseConnector('audience_draft');
		const runId = await startRun(tx, kernel, kind, customerId, connector, asker);
		const begun = await readConnectorRun(tx, customerId, runId);
		if (!begun) throw new Error('A run was started and is not there.');
		return shownRun(begun, language);
	};

	return [
		handleIn(storage.inTenant, contract.connectors, async (tx, { scope, language }) =>
			shownAll(tx, scope.customerId, await listConnectors(tx, scope.customerId, domainsOf(scope)), language),
		),
		handle(contract.connectorTypes, async () =>
			CONNECTOR_TYPES.map((type) => {
				const shape = connectorShapes[type];
				const of = Object.entries(shape.shape).find(([name]) => name === 'direction')?.[1];
				const given = of ? DIRECTIONS.filter((one) => of.safeParse(one).success) : (['none'] as const);
				return { type, name: TYPE_NAMES[type], directions: [...given], schema: { ...z.toJSONSchema(shape, { io: 'input' }) } };
			}),
		),
		handleIn(storage.inTenant, contract.addConnector, async (tx, { asker, body, scope: { customerId }, language }) => {
			const { config, kept, direction, everyMinutes } = settle(body.type, body.config, null, settings.outboundAllow);
			if ((await countConnectors(tx, customerId)) >= contract.MOST_CONNECTORS) throw refuseConnector('too_many_connectors');
			const name = body.name === undefined || body.name === '' ? TYPE_NAMES[body.type][language] : body.name;
			if (await nameTaken(tx, customerId, name, null)) throw refuseConnector('connector_known');
			const id = newId();
			const { isActive, type } = body;
			const domainId = await domainFor(tx, customerId, { direction, config, isActive, before: null });
			const nextAt = nextRun({ isActive, everyMinutes });
			const by = asker.actorId ?? asker.userId;
			const sealed = sealSecrets(secrets, id, kept);
			const saved: Saved = { id, type, name, config, secrets: sealed, isActive, direction, domainId, everyMinutes, nextAt, by };
			await insertConnector(tx, customerId, saved);
			await recordActivity(tx, customerId, asker, {
				action: 'added',
				thing: 'connector',
				thingId: id,
				after: activityOf(saved, kept),
			});
			return shownOne(tx, customerId, id, language);
		}),
		handleIn(storage.inTenant, contract.changeConnector, async (tx, { asker, body, scope: { customerId }, language }) => {
			const before = await holdConnector(tx, customerId, body.id);
			if (!before) throw refuse('not_found');
			demandAsRead(body.changedAt, before.changed_at);
			if (before.type !== body.type) throw refuseConnector('connector_type');
			const id = before.connector_id;
			const old = { config: before.config, kept: openSecrets(secrets, id, before.secrets) };
			const { config, kept, direction, everyMinutes } = settle(body.type, body.config, old, settings.outboundAllow);
			const name = body.name === undefined || body.name === '' ? before.name : body.name;
			if (await nameTaken(tx, customerId, name, id)) throw refuseConnector('connector_known');
			const isActive = body.isActive ?? before.is_active;
			const goesOn = before.is_active && before.every_minutes === everyMinutes && before.next_at !== null;
			const saved: Saved = {
				id,
				type: before.type,
				name,
				config,
				secrets: sealSecrets(secrets, id, kept),
				isActive,
				direction,
				domainId: await domainFor(tx, customerId, { direction, config, isActive, before }),
				everyMinutes,
				nextAt: isActive && goesOn ? before.next_at : nextRun({ isActive, everyMinutes }),
				by: asker.actorId ?? asker.userId,
			};
			await updateConnector(tx, customerId, saved, beginsAnew(before.type, before.config, config));
			const was: Saved = { ...saved, name: before.name, config: before.config, isActive: before.is_active };
			const renewed = secretsOf(before.type).filter((one) => old.kept[one] !== kept[one]);
			await recordActivity(tx, customerId, asker, {
				action: 'changed',
				thing: 'connector',
				thingId: id,
				before: activityOf(was, old.kept),
				after: { ...activityOf(saved, kept), ...(renewed.length > 0 && { renewed }) },
			});
			return shownOne(tx, customerId, id, language);
		}),
		handle(contract.testConnector, async ({ asker, query, scope, language }) => {
			const { customerId } = scope;
			const connector = await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, query.id));
			if (!connector) throw refuse('not_found');
			const begun = performance.now();
			const link = linkOf(kernel, connector, AbortSignal.timeout(TEST_MS));
			const done = await (await peerOf(connector.type)).test(link).then(
				({ message, pinned = {} }) => ({ message: message[language], code: 'ok', detail: '', pinned }),
				(error: unknown) => {
					const failed = asFailed(error);
					if (!(failed instanceof ConnectorFailed)) throw error;
					return { message: null, code: failed.code, detail: withoutSecrets(failed.detail, link.kept), pinned: {} };
				},
			);
			const ms = Math.round(performance.now() - begun);
			await storage.inTenant(customerId, async (tx) => {
				await noteTest(tx, customerId, connector, { code: done.code, detail: done.detail }, done.pinned);
				await recordActivity(tx, customerId, asker, {
					action: 'tested',
					thing: 'connector',
					thingId: connector.connector_id,
					after: { isSuccessful: done.code === 'ok' },
				});
			});
			const isSuccessful = done.code === 'ok';
			return {
				isSuccessful,
				errorMessage: isSuccessful ? null : sentenceOf(done.code, { detail: done.detail }, language),
				message: done.message,
				ms,
				at: now().toISOString(),
			};
		}),
		handleIn(storage.inTenant, contract.runData, async (tx, { query, scope, language }) => {
			const to = query.ToDateTime === undefined ? now() : new Date(query.ToDateTime);
			const from =
				query.FromDateTime === undefined ? new Date(to.getTime() - contract.RUN_DATA_HOURS * 3_600_000) : new Date(query.FromDateTime);
			if (to.getTime() - from.getTime() > LONGEST_MS) throw refuseConnector('span_too_long');
			const asked = { from, to, connectorId: query.connectorId?.toLowerCase() ?? null, domains: domainsOf(scope) };
			return (await readRuns(tx, scope.customerId, asked, MOST_RUNS)).map((one) => shownRun(one, language));
		}),
		handleIn(storage.inTenant, contract.runConnector, (tx, { asker, body, scope: { customerId }, language }) =>
			begin(tx, customerId, body.id, asker, language),
		),
		handleIn(storage.inTenant, contract.retryRun, async (tx, { asker, params, scope: { customerId }, language }) => {
			const found = await readConnectorRun(tx, customerId, params.id);
			if (!found) throw refuse('not_found');
			if (found.state !== 'failed' && found.state !== 'cancelled') throw refuseConnector('run_fine');
			return begin(tx, customerId, found.connector_id, asker, language);
		}),
		handleIn(storage.inTenant, contract.runLog, async (tx, { params, scope, language }) => {
			const found = await readConnectorRun(tx, scope.customerId, params.id);
			if (!found || !seenBy(scope, found)) throw refuse('not_found');
			const lines = await readLog(tx, scope.customerId, found.run_id);
			return { lines: lines.map(({ at, code, detail }) => ({ at: at.toISOString(), text: sentenceOf(code, detail, language) })) };
		}),
	];
};

/** A whole test. */
const TEST_MS = 30_000;
