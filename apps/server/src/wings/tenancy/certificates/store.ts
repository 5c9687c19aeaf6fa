/** Certificates, the account with their authority, and challenges that wait to be asked for. */
import { X509Certificate } from 'node:crypto';
import { RENEW_DAYS } from '@luvalla/contract/tenancy/custom-domains.ts';
import { now } from '#kernel/clock.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { instant, int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { SERVED, type Way } from '../custom-domains/store.ts';

const accountPlace = (directoryUrl: string): string => `acme_account.private_key.${directoryUrl}`;
const keyPlace = (customerId: number, id: string): string => `certificate.private_key.${customerId}.${id}`;

const AccountRow = row({ private_key: text, url: orNull(text) });

/** The installation's account there, with a key of its own that is made once, whoever asks first. */
export const readAccount = async (
	storage: Storage,
	secrets: Secrets,
	directoryUrl: string,
	newKey: () => Promise<string>,
): Promise<{ privateKey: string; url: string | null }> => {
	const read = (tx: Tx) => tx.first(AccountRow, sql`select private_key, url from acme_account where directory_url = ${directoryUrl}`);
	let found = await storage.inPlatform(read);
	if (!found) {
		const sealed = secrets.seal(await newKey(), accountPlace(directoryUrl));
		found = await storage.inPlatform(async (tx) => {
			await tx.run(sql`insert into acme_account (directory_url, private_key, created_at) values (${directoryUrl}, ${sealed}, ${now()})
				on conflict do nothing`);
			return read(tx);
		});
	}
	if (!found) throw new Error('The account with the certificate authority was not kept.');
	return { privateKey: secrets.open(found.private_key, accountPlace(directoryUrl)), url: found.url };
};

export const keepAccountUrl = (tx: Tx, directoryUrl: string, url: string): Promise<number> =>
	tx.run(sql`update acme_account set url = ${url} where directory_url = ${directoryUrl}`);

/** The authority does not know it any more: the next order makes a new one. */
export const forgetAccount = (tx: Tx, directoryUrl: string): Promise<number> =>
	tx.run(sql`delete from acme_account where directory_url = ${directoryUrl}`);

export interface Challenge {
	readonly kind: Way;
	readonly name: string;
	readonly token: string;
	readonly answer: string;
	readonly expiresAt: Date;
}

export const keepChallenge = async (tx: Tx, { kind, name, token, answer, expiresAt }: Challenge): Promise<void> => {
	await tx.run(sql`delete from acme_challenge where expires_at < ${now()}`);
	await tx.run(sql`insert into acme_challenge (kind, name, token, answer, expires_at)
		values (${kind}, ${name}, ${token}, ${answer}, ${expiresAt}) on conflict do nothing`);
};

export const removeChallenge = (tx: Tx, { kind, name, token, answer }: Challenge): Promise<number> =>
	tx.run(sql`delete from acme_challenge where kind = ${kind} and name = ${name} and token = ${token} and answer = ${answer}`);

const AnswerRow = row({ answer: text });

/** What is to be said there: for http-01 of one token, for dns-01 all. */
export const answersOf = async (tx: Tx, kind: Way, name: string, token: string): Promise<string[]> =>
	(
		await tx.rows(
			AnswerRow,
			sql`select answer from acme_challenge where kind = ${kind} and name = ${name} and token = ${token} and expires_at > ${now()} limit 10`,
		)
	).map(({ answer }) => answer);

const DAY_MS = 86_400_000;

/**
 * When it is renewed: 30 days before its end, and up to a day earlier, so that those of one day do not come at once. One that lives
 * so short that this would be soon after its beginning: when a third of its life is left.
 */
export const renewAtOf = (notBefore: Date, notAfter: Date, share: number): Date => {
	const life = notAfter.getTime() - notBefore.getTime();
	const ahead = Math.min(RENEW_DAYS * DAY_MS, life / 3);
	return new Date(notAfter.getTime() - ahead - share * Math.min(DAY_MS, life / 20));
};

/** Keeps a certificate in the place of the one before. Answers its serial number. */
export const keepCertificate = async (
	tx: Tx,
	secrets: Secrets,
	customerId: number,
	id: string,
	{ chain, privateKey, way }: { readonly chain: string; readonly privateKey: string; readonly way: Way },
): Promise<string> => {
	const { serialNumber, issuer, validFromDate, validToDate } = new X509Certificate(chain);
	const serial = serialNumber.toLowerCase();
	const name = /^(?:CN|O)=(.*)$/m.exec(issuer)?.[1] ?? issuer;
	const sealed = secrets.seal(privateKey, keyPlace(customerId, id));
	const renewAt = renewAtOf(validFromDate, validToDate, Number.parseInt(serial.slice(-4), 16) / 65_536);
	await tx.run(sql`insert into certificate (customer_id, custom_domain_id, chain, private_key) values (${customerId}, ${id}, ${chain}, ${sealed})
		on conflict (customer_id, custom_domain_id) do update set chain = excluded.chain, private_key = excluded.private_key`);
	await tx.run(sql`update custom_domain set serial = ${serial}, issuer = ${name.slice(0, 200)}, way = ${way}, not_before = ${validFromDate},
			not_after = ${validToDate}, renew_at = ${renewAt} where customer_id = ${customerId} and custom_domain_id = ${id}`);
	return serial;
};

const ServedRow = row({ custom_domain_id: uuid, chain: text, private_key: text, serial: text, not_after: instant });

/** The certificate that a host is served with, its key opened; null: it is not served. */
export const servedCertificate = async (
	tx: Tx,
	secrets: Secrets,
	customerId: number,
	host: string,
): Promise<{ chain: string; privateKey: string; serial: string; notAfter: Date } | null> => {
	const found = await tx.first(
		ServedRow,
		sql`select d.custom_domain_id, e.chain, e.private_key, d.serial, d.not_after from custom_domain d
			join certificate e on e.customer_id = ${customerId} and e.custom_domain_id = d.custom_domain_id
			where d.customer_id = ${customerId} and d.host = ${host} and d.serial is not null
				and d.not_after is not null and d.status = any(${[...SERVED]}::text[])`,
	);
	if (!found) return null;
	const privateKey = secrets.open(found.private_key, keyPlace(customerId, found.custom_domain_id));
	return { chain: found.chain, privateKey, serial: found.serial, notAfter: found.not_after };
};

const DueRow = row({ customer_id: int, custom_domain_id: uuid });
export type DueRow = RowOf<typeof DueRow>;

/** So long after its lease nobody comes back to an order. */
const STUCK_MS = 3_600_000;

/**
 * Served ones whose certificate is to be renewed, and Created ones that wait for another try; each when its time has come. An order that
 * nobody came back to (its job was lost, or failed each time) is made anew.
 */
export const findDue = (across: Tx, most: number): Promise<DueRow[]> => {
	const at = now();
	return across.rows(
		DueRow,
		sql`select d.customer_id, d.custom_domain_id from custom_domain d
			where ((d.status = any(${[...SERVED]}::text[]) and d.renew_at <= ${at}) or (d.status = 'Created' and (d.next_try_at is not null or d.order_id is not null)))
				and (d.next_try_at is null or d.next_try_at <= ${at}) and (d.order_id is null or d.leased_until < ${new Date(at.getTime() - STUCK_MS)})
			order by coalesce(d.not_after, d.next_try_at) limit ${most}`,
	);
};

/** All that are served. */
export const findServed = (across: Tx): Promise<DueRow[]> =>
	across.rows(DueRow, sql`select customer_id, custom_domain_id from custom_domain where status = any(${[...SERVED]}::text[])`);

const EndingRow = row({
	customer_id: int,
	custom_domain_id: uuid,
	host: text,
	not_after: instant,
	mailed_days: orNull(int),
	status: oneOf(['Validated', 'Renewed']),
});
export type EndingRow = RowOf<typeof EndingRow>;

/** Served ones that could not be renewed, whose certificate ends before that, and those whose certificate has ended. */
export const findEnding = (across: Tx, before: Date): Promise<EndingRow[]> =>
	across.rows(
		EndingRow,
		sql`select customer_id, custom_domain_id, host, not_after, mailed_days, status from custom_domain
			where status = any(${[...SERVED]}::text[]) and ((reason is not null and not_after < ${before}) or not_after < ${now()})`,
	);

export const setMailed = (tx: Tx, customerId: number, id: string, days: number): Promise<number> =>
	tx.run(sql`update custom_domain set mailed_days = ${days}
		where customer_id = ${customerId} and custom_domain_id = ${id} and (mailed_days is null or mailed_days > ${days})`);
