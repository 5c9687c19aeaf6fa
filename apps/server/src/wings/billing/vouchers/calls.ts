/** The calls of vouchers. */
import type { CheckedVoucher, Redemption, Voucher, VoucherKind } from '@luvalla/contract/billing/vouchers.ts';
import * as vouchers from '@luvalla/contract/billing/vouchers.ts';
import { VOUCHER_STATUS } from '@luvalla/contract/constants.ts';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import { newId, now } from '#kernel/clock.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readLongPage, readPage, walk } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { hashOfCode, maskedCode, newCode, readCode, tailOf } from './code.ts';
import { isExpired, redeem, refuseVoucher } from './redeem.ts';
import {
	insertVoucher,
	narrowedVouchers,
	REDEMPTIONS,
	type RedemptionRow,
	type ReportRow,
	readVoucher,
	redemptionsOf,
	revokeVoucher,
	VOUCHERS,
	type VoucherRow,
	voucherByCode,
} from './store.ts';

const checked = (row: VoucherRow, at: Date): CheckedVoucher => ({
	code: maskedCode(row.tail),
	status: isExpired(row, at) ? VOUCHER_STATUS.expired : row.status,
	kind: row.kind,
	value: row.value,
	expiresAt: row.expires_at?.toISOString() ?? null,
});

const shown = (row: VoucherRow & Partial<ReportRow>, at: Date): Voucher => ({
	id: row.voucher_id,
	...checked(row, at),
	note: row.note,
	createdAt: row.created_at.toISOString(),
	redeemedAt: row.redeemed_at?.toISOString() ?? null,
	customerId: row.customer_id,
	customerName: row.customer_name ?? null,
});

const asRedemption = (row: RedemptionRow): Redemption => ({
	id: row.voucher_id,
	code: maskedCode(row.tail),
	kind: row.kind,
	value: row.value,
	note: row.note,
	redeemedAt: row.redeemed_at.toISOString(),
	domain: row.host,
});

/** What the activity keeps of a voucher: never its code. */
const facts = ({ kind, value, note, expires_at, tail }: VoucherRow) => ({
	kind,
	credits: kind === 'credits' ? value : null,
	months: kind === 'licence' ? value : null,
	note,
	expires_at: expires_at?.toISOString() ?? null,
	code: maskedCode(tail),
});

const STATES: readonly Sentences[] = [
	{ en: 'Open', fi: 'Avoin' },
	{ en: 'Redeemed', fi: 'Lunastettu' },
	{ en: 'Expired', fi: 'Vanhentunut' },
	{ en: 'Revoked', fi: 'Peruttu' },
];
const KINDS: Readonly<Record<VoucherKind, Sentences>> = {
	credits: { en: 'Credits', fi: 'Krediittejä' },
	licence: { en: 'Licence, months', fi: 'Lisenssi, kuukausia' },
};

/** What both files begin with. */
const SAME: readonly FileColumn<Pick<VoucherRow, 'tail' | 'kind' | 'value' | 'note'>>[] = [
	{ en: 'Code', fi: 'Koodi', of: ({ tail }) => maskedCode(tail) },
	{ en: 'Kind', fi: 'Laji', of: ({ kind }, language) => KINDS[kind][language] },
	{ en: 'Value', fi: 'Arvo', of: ({ value }) => value },
	{ en: 'Note', fi: 'Huomautus', of: ({ note }) => note },
];
const reportColumns = (at: Date): readonly FileColumn<ReportRow>[] => [
	...SAME,
	{ en: 'Status', fi: 'Tila', of: (row, language) => STATES[checked(row, at).status]?.[language] ?? row.status },
	{ en: 'Added', fi: 'Lisätty', of: ({ created_at }) => created_at.toISOString() },
	{ en: 'Expires', fi: 'Vanhenee', of: ({ expires_at }) => expires_at?.toISOString() ?? '' },
	{ en: 'Redeemed', fi: 'Lunastettu', of: ({ redeemed_at }) => redeemed_at?.toISOString() ?? '' },
	{ en: 'Customer', fi: 'Asiakas', of: ({ customer_name }) => customer_name ?? '' },
];
const MINE: readonly FileColumn<RedemptionRow>[] = [
	...SAME,
	{ en: 'Redeemed', fi: 'Lunastettu', of: ({ redeemed_at }) => redeemed_at.toISOString() },
	{ en: 'Domain', fi: 'Verkkotunnus', of: ({ host }) => host ?? '' },
];

export const voucherRoutes = ({ storage, secrets }: Kernel): Route[] => [
	handle(vouchers.voucherReport, async ({ query }) => {
		const at = now();
		const { rows, counted } = await readLongPage(
			storage.acrossInReport,
			VOUCHERS,
			narrowedVouchers(query, at),
			query,
			(query.q ?? '').length > 2,
		);
		return { data: rows.map((row) => shown(row, at)), page: pageOf(counted, query) };
	}),
	handle(vouchers.voucherReportFile, async ({ query, language }) => {
		const at = now();
		const rows = walk((work) => work(storage.acrossInReport), VOUCHERS, narrowedVouchers(query, at), query.sort);
		return listFile('vouchers', language, reportColumns(at), rows);
	}),
	handle(vouchers.myRedemptionsFile, async ({ query, scope: { customerId }, language }) => {
		const inTenant = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => await storage.inTenant(customerId, work);
		return listFile('vouchers', language, MINE, walk(inTenant, REDEMPTIONS, redemptionsOf(customerId, query.q), query.sort));
	}),
	handle(vouchers.voucherTypes, async () =>
		vouchers.VOUCHER_KINDS.map((kind) => ({
			kind,
			unit: kind === 'credits' ? ('credits' as const) : ('months' as const),
			most: vouchers.VOUCHER_MOST[kind],
		})),
	),
	handle(vouchers.myRedemptions, async ({ query, scope: { customerId } }) => {
		const { rows, counted } = await storage.inTenant(customerId, (tx) =>
			readPage(tx, REDEMPTIONS, redemptionsOf(customerId, query.q), query),
		);
		return { data: rows.map(asRedemption), page: pageOf(counted, query) };
	}),
	handle(vouchers.addVoucher, async ({ asker, body }) => {
		const { kind, note } = body;
		const [id, at, code] = [newId(), now(), newCode()];
		const row = await storage.inPlatform(async (tx) => {
			await insertVoucher(tx, {
				...{ id, hash: hashOfCode(secrets, readCode(code) ?? ''), tail: tailOf(code), kind, note, at },
				value: kind === 'licence' ? (body.months ?? body.value) : body.value,
				expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
				by: asker.actorId ?? asker.userId,
			});
			const made = await readVoucher(tx, id);
			if (!made) throw new Error('A voucher that was written is not there.');
			await recordPlatformActivity(tx, asker, { action: 'added', thing: 'voucher', thingId: id, after: facts(made) });
			return made;
		});
		return { ...shown(row, at), code };
	}),
	handle(vouchers.revokeVoucher, async ({ asker, params: { id } }) =>
		storage.inPlatform(async (tx) => {
			const fresh = (await revokeVoucher(tx, id)) > 0;
			const row = await readVoucher(tx, id);
			if (!row) throw refuse('not_found');
			if (row.status === VOUCHER_STATUS.redeemed) throw refuseVoucher('voucher_redeemed');
			if (fresh) await recordPlatformActivity(tx, asker, { action: 'revoked', thing: 'voucher', thingId: id });
			return shown(row, now());
		}),
	),
	handle(vouchers.checkVoucher, async ({ params }) => {
		const signs = readCode(params.code);
		const row = signs === null ? null : await storage.inPlatform((tx) => voucherByCode(tx, hashOfCode(secrets, signs)));
		if (!row || row.status === VOUCHER_STATUS.revoked) throw refuseVoucher('voucher_not_valid');
		return checked(row, now());
	}),
	handleIn(storage.inTurn, vouchers.redeemVoucher, async (tx, { asker, params, body, scope: { customerId } }) => {
		const { redemption, ...after } = await redeem(tx, secrets, {
			...{ customerId, code: params.code, domainId: body.domainId },
			by: asker.actorId ?? asker.userId,
		});
		const { kind, value, tail, host } = redemption;
		await recordActivity(tx, customerId, asker, {
			action: 'redeemed',
			thing: 'voucher',
			thingId: redemption.voucher_id,
			after: { code: maskedCode(tail), ...(kind === 'credits' ? { credits: value } : { months: value, host }) },
		});
		return { ...asRedemption(redemption), ...after };
	}),
];
