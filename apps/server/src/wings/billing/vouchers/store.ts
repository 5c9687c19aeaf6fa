/** Vouchers in the database: the installation's, and what each customer redeemed. */
import { VOUCHER_KINDS, type VoucherKind } from '@luvalla/contract/billing/vouchers.ts';
import { VOUCHER_STATUS } from '@luvalla/contract/constants.ts';
import { type List, list, type Thin } from '#kernel/storage/lists.ts';
import { instant, int, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const { open, redeemed, revoked } = VOUCHER_STATUS;

const fields = {
	voucher_id: uuid,
	tail: text,
	kind: oneOf(VOUCHER_KINDS),
	value: int,
	note: text,
	status: oneOf([open, redeemed, revoked]),
	expires_at: orNull(instant),
	created_at: instant,
	redeemed_at: orNull(instant),
	customer_id: orNull(int),
};
const VoucherRow = row(fields);
export type VoucherRow = RowOf<typeof VoucherRow>;
const ReportRow = row({ ...fields, customer_name: orNull(text) });
export type ReportRow = RowOf<typeof ReportRow>;

const COLUMNS = sql`v.voucher_id, v.tail, v.kind, v.value, v.note, v.status, v.expires_at, v.created_at, v.redeemed_at, v.customer_id`;

/** Read as `platform`, since it names customers. */
const JOINED = sql`left join customer c on c.customer_id = v.customer_id`;
export const VOUCHERS: List<typeof ReportRow> & { readonly thin: Thin } = list({
	row: ReportRow,
	columns: sql`${COLUMNS}, c.name as customer_name`,
	from: sql`voucher v ${JOINED}`,
	orders: { createdAt: { by: sql`v.created_at`, type: 'timestamptz' }, value: { by: sql`v.value`, type: 'int' } },
	usual: '-createdAt',
	key: { by: sql`v.voucher_id`, type: 'uuid' },
	thin: { name: sql`v`, table: sql`voucher v`, joins: JOINED, keys: [sql`voucher_id`] },
});

interface Narrowed {
	q?: string | undefined;
	status?: number | undefined;
	kind?: VoucherKind | undefined;
}

export const narrowedVouchers = ({ q, status, kind }: Narrowed, at: Date): Sql[] => [
	...(q === undefined || q === '' ? [] : [sql`lower(v.note || ' ' || v.tail) like lower(${containing(q)})`]),
	...(kind === undefined ? [] : [sql`v.kind = ${kind}`]),
	...(status === undefined ? [] : [withStatus(status, at)]),
];

/** Nothing is written when the time of a voucher is over: an open one is expired from then on. */
const withStatus = (status: number, at: Date): Sql => {
	if (status === VOUCHER_STATUS.expired) return sql`v.status = ${open} and v.expires_at <= ${at}`;
	if (status === open) return sql`v.status = ${open} and (v.expires_at is null or v.expires_at > ${at})`;
	return sql`v.status = ${status}`;
};

export interface NewVoucher {
	id: string;
	hash: Buffer;
	tail: string;
	kind: VoucherKind;
	value: number;
	note: string;
	expiresAt: Date | null;
	at: Date;
	by: string;
}

export const insertVoucher = (tx: Tx, v: NewVoucher): Promise<number> =>
	tx.run(sql`insert into voucher (voucher_id, code_hash, tail, kind, value, note, expires_at, created_at, created_by)
		values (${v.id}, ${v.hash}, ${v.tail}, ${v.kind}, ${v.value}, ${v.note}, ${v.expiresAt}, ${v.at}, ${v.by})`);

export const readVoucher = (tx: Tx, id: string): Promise<VoucherRow | null> =>
	tx.first(VoucherRow, sql`select ${COLUMNS} from voucher v where v.voucher_id = ${id}`);

export const voucherByCode = (tx: Tx, hash: Buffer): Promise<VoucherRow | null> =>
	tx.first(VoucherRow, sql`select ${COLUMNS} from voucher v where v.code_hash = ${hash}`);

/** Takes an open voucher for a customer; null: there is none that is open. Whoever comes second waits here, and finds none. */
export const takeVoucher = (tx: Tx, hash: Buffer, customerId: number, at: Date): Promise<VoucherRow | null> =>
	tx.first(
		VoucherRow,
		sql`update voucher v set status = ${redeemed}, redeemed_at = ${at}, customer_id = ${customerId}
			where v.code_hash = ${hash} and v.status = ${open} and (v.expires_at is null or v.expires_at > ${at}) returning ${COLUMNS}`,
	);

/** Zero for one that was redeemed, or revoked before. */
export const revokeVoucher = (tx: Tx, id: string): Promise<number> =>
	tx.run(sql`update voucher set status = ${revoked} where voucher_id = ${id} and status = ${open}`);

const RedemptionRow = row({
	voucher_id: uuid,
	tail: text,
	kind: oneOf(VOUCHER_KINDS),
	value: int,
	note: text,
	redeemed_at: instant,
	host: orNull(text),
});
export type RedemptionRow = RowOf<typeof RedemptionRow>;

export const REDEMPTIONS: List<typeof RedemptionRow> = list({
	row: RedemptionRow,
	columns: sql`r.voucher_id, r.tail, r.kind, r.value, r.note, r.redeemed_at, r.host`,
	from: sql`voucher_redemption r`,
	orders: { redeemedAt: { by: sql`r.redeemed_at`, type: 'timestamptz' } },
	usual: '-redeemedAt',
	key: { by: sql`r.voucher_id`, type: 'uuid' },
});

export const redemptionsOf = (customerId: number, q: string | undefined): Sql[] => [
	sql`r.customer_id = ${customerId} and (r.note ilike ${containing(q)} or r.tail ilike ${containing(q)})`,
];

export interface NewRedemption extends RedemptionRow {
	by: string;
	licence_id: string | null;
}

export const insertRedemption = (tx: Tx, customerId: number, r: NewRedemption): Promise<number> =>
	tx.run(sql`insert into voucher_redemption (customer_id, voucher_id, tail, kind, value, note, redeemed_at, redeemed_by, licence_id, host)
		values (${customerId}, ${r.voucher_id}, ${r.tail}, ${r.kind}, ${r.value}, ${r.note}, ${r.redeemed_at}, ${r.by}, ${r.licence_id}, ${r.host})`);

const DomainId = row({ domain_id: uuid });

/** A customer's only domain; null: it has none, or several. */
export const onlyDomain = async (tx: Tx, customerId: number): Promise<string | null> => {
	const found = await tx.rows(DomainId, sql`select domain_id from domain where customer_id = ${customerId} limit 2`);
	return found.length === 1 ? (found[0]?.domain_id ?? null) : null;
};
