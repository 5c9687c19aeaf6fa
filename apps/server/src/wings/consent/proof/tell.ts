/** Telling the addresses that a customer names: heads every day, and at once what the self-check found. */
import { type InstallationCheck, type LedgerAddress, MOST_ADDRESSES, type SelfCheck } from '@luvalla/contract/consent/proof.ts';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { sendHttp } from '#kernel/outbound/http.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { instant, int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { adminAddresses } from '../../identity/wing.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { customersWithLogs, headNow, readLog } from './append.ts';
import { eachCustomer, throwFailed } from './each.ts';
import { sealInstallation } from './installation.ts';
import { findingsMail, headsMail, installationFindingsMail, type Told } from './mails.ts';
import { keysAddress, logAddress } from './receipts.ts';
import { newestHead, newestInstallationHead } from './store.ts';

const AddressRow = row({
	address_id: uuid,
	kind: oneOf(['mail', 'https']),
	address: text,
	language: oneOf(['en', 'fi']),
	created_at: instant,
	confirmed_at: orNull(instant),
	told_at: orNull(instant),
	error: orNull(text),
});
export type AddressRow = RowOf<typeof AddressRow>;

const ADDRESS = sql`address_id, kind, address, language, created_at, confirmed_at, told_at, error`;

export const shownAddress = (row: AddressRow): LedgerAddress => ({
	id: row.address_id,
	kind: row.kind,
	address: row.address,
	language: row.language,
	createdAt: row.created_at.toISOString(),
	confirmedAt: row.confirmed_at?.toISOString() ?? null,
	toldAt: row.told_at?.toISOString() ?? null,
	error: row.error,
});

export const listAddresses = (tx: Tx, customerId: number): Promise<AddressRow[]> =>
	tx.rows(AddressRow, sql`select ${ADDRESS} from ledger_address where customer_id = ${customerId} order by created_at, address_id`);

/** Its owner has said so. */
const isWanted = ({ confirmed_at }: AddressRow): boolean => confirmed_at !== null;

export const readAddress = (tx: Tx, customerId: number, id: string): Promise<AddressRow | null> =>
	tx.first(AddressRow, sql`select ${ADDRESS} from ledger_address where customer_id = ${customerId} and address_id = ${id}`);

const Count = row({ n: int });

/** Null when it is there already, 'full' when there are enough. */
export const addAddress = async (
	tx: Tx,
	customerId: number,
	address: string,
	language: 'en' | 'fi',
): Promise<AddressRow | null | 'full'> => {
	const kind = address.includes('://') ? 'https' : 'mail';
	const kept = kind === 'mail' ? address.toLowerCase() : new URL(address).href;
	const row = await tx.first(
		AddressRow,
		sql`insert into ledger_address (customer_id, address_id, kind, address, language, created_at)
			values (${customerId}, ${newId()}, ${kind}, ${kept}, ${language}, ${now()})
		on conflict do nothing returning ${ADDRESS}`,
	);
	if (!row) return null;
	const count = await tx.first(Count, sql`select count(*)::int as n from ledger_address where customer_id = ${customerId}`);
	return (count?.n ?? 0) > MOST_ADDRESSES ? 'full' : row;
};

export const deleteAddress = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(await tx.run(sql`delete from ledger_address where customer_id = ${customerId} and address_id = ${id}`)) > 0;

const noteTold = (tx: Tx, customerId: number, id: string, error: string | null): Promise<number> =>
	tx.run(sql`update ledger_address set told_at = case when ${error}::text is null then ${now()} else told_at end, error = left(${error},
		500)
		where customer_id = ${customerId} and address_id = ${id}`);

/** Why an address could not be asked. */
export const noteError = (tx: Tx, customerId: number, id: string, error: string): Promise<unknown> => noteTold(tx, customerId, id, error);

const messageOf = ({ address, keys, head, installationHead }: Told): string =>
	JSON.stringify({
		type: 'ledger.head',
		at: now().toISOString(),
		address,
		keys,
		size: head.size,
		root: head.root.toString('hex'),
		signedAt: head.signed_at.toISOString(),
		keyId: head.key_id,
		head: head.note,
		installationHead: installationHead?.note ?? null,
	});

/** The customer's newest head and the installation's; null when there is no log yet. */
const newest = async (tx: Tx, { settings }: Pick<Kernel, 'settings'>, customerId: number): Promise<Told | null> => {
	const log = await readLog(tx, customerId);
	const head = await newestHead(tx, customerId);
	if (!log || !head) return null;
	const above = await newestInstallationHead(tx);
	const customer = await readCustomer(tx, customerId);
	return {
		customer: customer?.name ?? '',
		address: logAddress(settings.publicUrl, log.log_id),
		keys: keysAddress(settings.publicUrl, log.log_id),
		head,
		installationHead: above,
	};
};

const NO_HEAD = 'no head of the day could be signed';

export const createTelling = (kernel: Kernel) => {
	const { storage, jobs, settings, log } = kernel;
	const guard = createGuard(settings.outboundAllow);

	const post = async (address: string, told: Told): Promise<void> => {
		const { status } = await sendHttp(address, {
			guard,
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: messageOf(told),
		});
		if (status < 200 || status >= 300) throw new Error(`The address answered ${status}.`);
	};

	/** Tells one address of the newest head now. @throws with the reason, which is kept with the address too */
	const tellOne = async (customerId: number, addressId: string): Promise<void> => {
		const found = await storage.inTenant(customerId, async (tx) => ({
			row: await readAddress(tx, customerId, addressId),
			told: await newest(tx, kernel, customerId),
		}));
		const { row, told } = found;
		// Whoever did not say that they want it is told nothing.
		if (!row?.confirmed_at) return;
		let failure: string | null = null;
		try {
			if (!told) throw new Error('There is no signed head yet.');
			if (row.kind === 'https') await post(row.address, told);
			else
				await storage.inTenant(
					customerId,
					async (tx) => void (await queueMail(tx, jobs, { to: row.address, ...headsMail(row.language, told) }, { customerId })),
				);
		} catch (error) {
			failure = error instanceof Error ? error.message : String(error);
		}
		await storage.inTenant(customerId, (tx) => noteTold(tx, customerId, addressId, failure));
		if (failure !== null) throw new Error(failure);
	};

	/**
	 * The daily round: fresh heads for whoever is told, then one job an address, each tried again by itself. Where no head can be
	 * signed, the last one is told: it is what somebody will hold against the ledger.
	 */
	const tellAll = async (): Promise<void> => {
		const addressed: { customerId: number; addressId: string }[] = [];
		const failed = await eachCustomer(log, await customersWithLogs(storage.across), NO_HEAD, async (customerId) => {
			const rows = (await storage.inTenant(customerId, (tx) => listAddresses(tx, customerId))).filter(isWanted);
			addressed.push(...rows.map((row) => ({ customerId, addressId: row.address_id })));
			if (rows.length > 0) await storage.inTenant(customerId, (tx) => headNow(tx, kernel, customerId));
		});
		try {
			await sealInstallation(kernel);
		} catch (error) {
			log.error(NO_HEAD, { error });
			failed.push(error);
		}
		await storage.inPlatform(async (tx) => {
			for (const one of addressed) await jobs.send(tx, TELL, one, { customerId: one.customerId });
		});
		throwFailed(failed, NO_HEAD);
	};

	return { tellOne, tellAll };
};

/** The job of telling one address. */
export const TELL = 'ledger-tell-one';
export const TellJob = z.object({ customerId: z.int(), addressId: z.string() });

/** Mails what the self-check found to the customer's mail addresses, in the transaction that keeps it. */
export const tellFindings = async (
	tx: Tx,
	{ jobs, settings }: Pick<Kernel, 'jobs' | 'settings'>,
	customerId: number,
	check: SelfCheck,
): Promise<void> => {
	const customer = await readCustomer(tx, customerId);
	for (const row of await listAddresses(tx, customerId))
		if (row.kind === 'mail' && isWanted(row))
			await queueMail(
				tx,
				jobs,
				{
					to: row.address,
					...findingsMail(row.language, customer?.name ?? '', check, `${settings.publicUrl}/reports/ledger`),
				},
				{ customerId },
			);
};

/** The same of the installation's own log to the platform's admins. */
export const tellInstallationFindings = async (
	tx: Tx,
	{ jobs, settings }: Pick<Kernel, 'jobs' | 'settings'>,
	check: InstallationCheck,
): Promise<void> => {
	const { publicUrl } = settings;
	for (const to of await adminAddresses(tx))
		await queueMail(tx, jobs, { to, ...installationFindingsMail(new URL(publicUrl).host, check, `${publicUrl}/reports/ledger`) });
};
