/** The calls of deletion requests: asked by who looks after a domain, decided by a platform admin who is somebody else. */
import * as contract from '@luvalla/contract/tenancy/deletion-requests.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { cancelRunsOf, readRun } from '#kernel/runs/store.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockCustomer } from '../customers/store.ts';
import { pageAt, tellAdmins } from '../customers/tell-admins.ts';
import { clearDomain, lockHost, readDomain } from '../domains/store.ts';
import { holdsOfAll } from './erase.ts';
import { deletionMail } from './mails.ts';
import {
	decideRequest,
	insertRequest,
	lockRequest,
	narrowed,
	parkDomain,
	REQUESTS,
	type RequestRow,
	readRequest,
	unparkDomain,
} from './store.ts';

const { open, processed, declined } = contract.REQUEST_STATUS;

const refuseRequest = refusals({
	deletion_asked: [409, 'The deletion of this domain is asked for already.', 'Tämän verkkotunnuksen poistamista on jo pyydetty.'],
	own_request: [
		403,
		'You asked for this yourself, so somebody else has to process it.',
		'Pyysit tätä itse, joten jonkun muun on käsiteltävä pyyntö.',
	],
	deletion_decided: [409, 'This request is decided already.', 'Tämä pyyntö on jo ratkaistu.'],
	deletion_late: [
		409,
		'Erasing has begun, so the domain cannot be brought back.',
		'Poistaminen on alkanut, joten verkkotunnusta ei voi enää palauttaa.',
	],
	deletion_host: [
		409,
		'The customer has added another domain of this host meanwhile. Delete that one first.',
		'Asiakas on lisännyt samalle osoitteelle uuden verkkotunnuksen. Poista ensin se.',
	],
});

const HOUR_MS = 3_600_000;

/** Somebody who asked, or in whose name it was asked. */
const asked = ({ asked_by: by, asked_as: as }: RequestRow, { userId, actorId }: Asker): boolean =>
	[userId, actorId].some((id) => id !== null && (id === by || id === as));

const statusOf = ({ status }: RequestRow): contract.DeletionRequest['status'] =>
	status === open || status === processed ? status : declined;

const shown = (row: RequestRow, asker: Asker): contract.DeletionRequest => ({
	id: row.request_id,
	domainId: row.domain_id,
	domain: row.host,
	customerId: row.customer_id,
	customerName: row.customer_name,
	reason: row.reason,
	status: statusOf(row),
	askedAt: row.asked_at.toISOString(),
	askedBy: row.asker,
	mine: asked(row, asker),
	decidedAt: row.decided_at?.toISOString() ?? null,
	decidedBy: row.decider,
	answer: row.answer,
	// What has begun is not ahead any more, also while a run that failed waits for its next try.
	eraseAt: (row.begun_at ?? row.erase_at)?.toISOString() ?? null,
	erasedAt: row.erased_at?.toISOString() ?? null,
	cancelledAt: row.cancelled_at?.toISOString() ?? null,
});

const ofDomain = ({ customer_id: customerId, domain_id: domainId, host }: RequestRow) => ({ customerId, domainId, host });

export const deletionRoutes = (kernel: Kernel): Route[] => {
	const { storage, askers, hooks, settings } = kernel;

	const existing = async (tx: Tx, customerId: number, id: string): Promise<RequestRow> => {
		const row = await readRequest(tx, customerId, id.toLowerCase());
		if (!row) throw refuse('not_found');
		return row;
	};
	const locked = async (tx: Tx, customerId: number, id: string): Promise<RequestRow> => {
		await lockCustomer(tx, customerId);
		await lockRequest(tx, customerId, id.toLowerCase());
		return existing(tx, customerId, id);
	};
	/** Tells whoever answers for the customer. */
	const tell = (tx: Tx, { customer_id, host }: RequestRow, kind: Parameters<typeof deletionMail>[1], about: string | Date): Promise<void> =>
		tellAdmins(tx, kernel, customer_id, (language) =>
			deletionMail(language, kind, host, about, pageAt(settings, customer_id, '/customerdomains')),
		);
	const record = (tx: Tx, asker: Asker, row: RequestRow, action: string): Promise<void> =>
		recordActivity(tx, row.customer_id, asker, {
			action,
			thing: 'deletion_request',
			thingId: row.request_id,
			after: { domain: row.host },
		});

	/** Off every list, and nothing is served, sent or brought for it. */
	const process = async (tx: Tx, row: RequestRow, by: string): Promise<void> => {
		const { customer_id: customerId, domain_id: domainId, request_id: requestId } = row;
		await clearDomain(tx, customerId, domainId);
		if ((await lockHost(tx, customerId, domainId)) === null) throw refuse('not_found');
		const eraseAt = new Date(now().getTime() + settings.deletionDelayHours * HOUR_MS);
		await hooks.domainLeaves.tell(tx, ofDomain(row));
		await cancelRunsOf(tx, customerId, domainId);
		await decideRequest(tx, customerId, requestId, { status: processed, by, answer: '', eraseAt });
		await parkDomain(tx, customerId, requestId, domainId);
		await tell(tx, row, 'processed', eraseAt);
	};
	const cancel = async (tx: Tx, row: RequestRow, answer: string): Promise<void> => {
		if (row.begun_at !== null) throw refuseRequest('deletion_late');
		if (!(await unparkDomain(tx, row.customer_id, row.request_id, row.domain_id, answer))) throw refuseRequest('deletion_host');
		await hooks.domainReturns.tell(tx, ofDomain(row));
		await tell(tx, row, 'cancelled', answer);
	};

	const ofCustomer = ({ customerId, domains }: Scope) => narrowed({ customerId, ...(domains !== 'all' && { domains: [...domains] }) });

	return [
		handleIn(storage.inTenant, contract.askDeletion, async (tx, { asker, query, body, scope: { customerId } }) => {
			await lockCustomer(tx, customerId);
			const domainId = query.id.toLowerCase();
			await lockHost(tx, customerId, domainId);
			const domain = await readDomain(tx, customerId, domainId);
			if (!domain) throw refuse('not_found');
			const id = newId();
			const added = await insertRequest(tx, customerId, id, {
				domainId,
				host: domain.host,
				reason: body?.reason ?? '',
				by: asker.actorId ?? asker.userId,
				as: asker.actorId === null ? null : asker.userId,
			});
			if (!added) throw refuseRequest('deletion_asked');
			const row = await existing(tx, customerId, id);
			await tell(tx, row, 'asked', row.asker ?? '');
			await record(tx, asker, row, 'asked');
			return shown(row, asker);
		}),
		handle(contract.allDeletions, async ({ asker, query }) => {
			const { rows, counted } = await readPage(storage.acrossInReport, REQUESTS, narrowed({ ...query, ...query.filter }), query);
			return { data: rows.map((row) => shown(row, asker)), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, contract.customerDeletions, async (tx, { asker, query, scope }) => {
			const { rows, counted } = await readPage(tx, REQUESTS, [...ofCustomer(scope), ...narrowed({ ...query, ...query.filter })], query);
			return { data: rows.map((row) => shown(row, asker)), page: pageOf(counted, query) };
		}),
		handleIn(storage.inReport, contract.readDeletion, async (tx, { asker, params, scope: { customerId } }) => {
			const row = await existing(tx, customerId, params.id);
			const run = row.run_id === null ? null : await readRun(tx, customerId, row.run_id);
			const there = row.erased_at === null && (row.status === processed || (await readDomain(tx, customerId, row.domain_id)) !== null);
			const held = there ? await holdsOfAll(tx, hooks, ofDomain(row)) : null;
			return {
				...shown(row, asker),
				lost: held?.lost ?? null,
				stays: held?.stays ?? null,
				atOthers: held?.atOthers ?? 0,
				usedSegments: there ? (await hooks.usedSegments.ask(tx, ofDomain(row))).flat() : [],
				erasedRows: run?.done ?? 0,
				report: row.report,
			};
		}),
		handle(contract.processDeletion, async ({ asker, query, body, scope }) => {
			demandConfirmed(asker);
			const { action = 'process', answer = '', domain } = body ?? {};
			const answered = await storage.inTenant(scope.customerId, async (tx) => {
				const row = await locked(tx, scope.customerId, query.id);
				if (asked(row, asker)) throw refuseRequest('own_request');
				if (row.status !== (action === 'cancel' ? processed : open)) throw refuseRequest('deletion_decided');
				if (domain !== undefined && domain.trim().toLowerCase() !== row.host)
					throw refuse('invalid', { domain: { en: `Type ${row.host}`, fi: `Kirjoita ${row.host}` } });
				if (action === 'process') await process(tx, row, asker.userId);
				else if (action === 'cancel') await cancel(tx, row, answer);
				else {
					await decideRequest(tx, scope.customerId, row.request_id, { status: declined, by: asker.userId, answer, eraseAt: null });
					await tell(tx, row, 'declined', answer);
				}
				await record(tx, asker, row, { process: 'processed', decline: 'declined', cancel: 'cancelled' }[action]);
				return shown(await existing(tx, scope.customerId, row.request_id), asker);
			});
			// Sessions and tokens that were opened on it end.
			await askers.changed('*');
			await askers.changed(answered.domainId);
			return answered;
		}),
		handleIn(storage.inTenant, contract.withdrawDeletion, async (tx, { asker, query, scope }) => {
			const row = await locked(tx, scope.customerId, query.id);
			// Of a domain that they do not see it is not there.
			if (scope.domains !== 'all' && !scope.domains.has(row.domain_id)) throw refuse('not_found');
			if (row.status !== open) throw refuseRequest('deletion_decided');
			await decideRequest(tx, scope.customerId, row.request_id, { status: declined, by: asker.userId, answer: '', eraseAt: null });
			await record(tx, asker, row, 'withdrawn');
			return shown(await existing(tx, scope.customerId, row.request_id), asker);
		}),
		handleIn(storage.inTenant, contract.giveSegments, async (tx, { asker, params, body, scope: { customerId } }) => {
			const row = await locked(tx, customerId, params.id);
			if (row.begun_at !== null) throw refuseRequest('deletion_late');
			const to = await readDomain(tx, customerId, body.domainId.toLowerCase());
			if (!to || to.domain_id === row.domain_id) throw refuse('not_found');
			const segments = body.segments.map((id) => id.toLowerCase());
			const given = (await hooks.giveSegments.ask(tx, { ...ofDomain(row), segments, to: to.domain_id })).reduce((sum, n) => sum + n, 0);
			await recordActivity(tx, customerId, asker, {
				action: 'gave_segments',
				thing: 'deletion_request',
				thingId: row.request_id,
				after: { segments, domain: to.host },
			});
			return { given };
		}),
	];
};
