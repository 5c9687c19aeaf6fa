/** One mail's link and six-digit code: made, tried, used up. */
import { randomInt } from 'node:crypto';
import { PRINTED_LINK_TTL_MINUTES, SIGN_IN_TTL_MINUTES, TRIES_PER_CODE } from '@luvalla/contract/constants.ts';
import { hostOf, senderOf } from '#kernel/access/limits.ts';
import { newId, now } from '#kernel/clock.ts';
import { hashToken, newToken } from '#kernel/http/cookies.ts';
import { type Language, refusals } from '#kernel/http/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { takeMail } from '#kernel/outbound/mail-limit.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { bool, bytes, int, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { userByEmail } from '../users/store.ts';
import { confirmMail, signInMail, unknownAddressMail } from './mails.ts';

export const refuseSignIn = refusals({
	invalid_email: [422, 'Please enter a valid email address', 'Anna toimiva sähköpostiosoite'],
	wrong_code: [
		422,
		'This is not the code in the newest mail. Check it, or ask for a new one.',
		'Koodi ei ole sama kuin uusimmassa viestissä. Tarkista se tai pyydä uusi.',
	],
	too_many_tries: [
		422,
		'This code was tried five times and no longer works. Ask for a new one.',
		'Koodia on kokeiltu viisi kertaa, eikä se enää toimi. Pyydä uusi.',
	],
	expired_code: [422, 'This code is older than 10 minutes. Ask for a new one.', 'Koodi on yli 10 minuuttia vanha. Pyydä uusi.'],
	used_code: [
		422,
		'This code, or the link beside it, was already used. Ask for a new one.',
		'Koodi tai sen vieressä ollut linkki on jo käytetty. Pyydä uusi.',
	],
	wrong_link: [422, 'This link is not complete, or not one of ours. Ask for a new one.', 'Linkki on vajaa tai ei ole meidän. Pyydä uusi.'],
	expired_link: [422, 'This link is too old. Ask for a new one.', 'Linkki on liian vanha. Pyydä uusi.'],
	used_link: [
		422,
		'This link, or the code beside it, was already used. Ask for a new one.',
		'Linkki tai sen vieressä ollut koodi on jo käytetty. Pyydä uusi.',
	],
	expired_interaction: [
		404,
		'This sign-in was begun too long ago. Start again.',
		'Kirjautuminen aloitettiin liian kauan sitten. Aloita alusta.',
	],
});

export interface ChallengeParts {
	readonly storage: Storage;
	readonly secrets: Secrets;
	readonly jobs: Jobs;
	readonly publicUrl: string;
}

const codeHash = (secrets: Secrets, interaction: string, code: string): Buffer =>
	secrets.hmac('sign-in codes').update(`${interaction}:${code}`).digest();

/** When what is sent now ends. */
const endOf = (minutes: number): Date => new Date(now().getTime() + minutes * 60_000);

/** A new mail ends the ones before it in the same sign-in. */
const endEarlier = (tx: Tx, interaction: string): Promise<number> =>
	tx.run(sql`update challenge set expires_at = now() where interaction = ${interaction} and used_at is null and expires_at > now()`);

/**
 * Sends a link and a code to an address; the same work, time and answer whether or not it has an account.
 * `ip` is who asks for it.
 * @throws Refused 429 too_many_mails
 */
export const sendChallenge = async (
	parts: ChallengeParts,
	to: { email: string; interaction: string; language: Language; ip: string },
): Promise<void> => {
	const { storage, secrets, jobs, publicUrl } = parts;
	await takeMail(parts, { to: to.email, cause: 'sign-in', asker: hostOf(to.ip), within: senderOf(to.ip) });
	const token = newToken();
	const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
	await storage.inPlatform(async (tx) => {
		const user = await userByEmail(tx, to.email);
		await endEarlier(tx, to.interaction);
		await tx.run(sql`insert into challenge (id, email, user_id, token_hash, code_hash, interaction, expires_at)
			values (${newId()}, ${to.email}, ${user?.id ?? null}, ${hashToken(token)}, ${codeHash(secrets, to.interaction, code)}, ${to.interaction},
				${endOf(SIGN_IN_TTL_MINUTES)})`);
		const link = `${publicUrl}/identity/link?token=${token}`;
		const mail = user ? signInMail(to.language, link, code) : unknownAddressMail(to.language, publicUrl);
		await queueMail(tx, jobs, { to: to.email, ...mail }, { lane: 'sign-in' });
	});
};

/** Sends a code alone, to prove again who is asking. Under a limit of its own: nobody but who is signed in can use it up. */
export const sendConfirmation = async (
	{ storage, secrets, jobs }: ChallengeParts,
	to: { email: string; interaction: string; language: Language },
): Promise<void> => {
	await takeMail({ storage, secrets }, { to: to.email, cause: 'confirmation', asker: 'the person' });
	const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
	await storage.inPlatform(async (tx) => {
		await endEarlier(tx, to.interaction);
		await tx.run(sql`insert into challenge (id, email, user_id, code_hash, interaction, expires_at)
			select ${newId()}, u.email, u.id, ${codeHash(secrets, to.interaction, code)}, ${to.interaction}, ${endOf(SIGN_IN_TTL_MINUTES)}
			from app_user u where u.email = ${to.email}`);
		await queueMail(tx, jobs, { to: to.email, ...confirmMail(to.language, code) }, { lane: 'sign-in' });
	});
};

const Address = row({ email: text });

/** The address that a code went to in this sign-in; null when none did. */
export const sentTo = async (storage: Storage, interaction: string): Promise<string | null> => {
	const found = await storage.inPlatform((tx) =>
		tx.first(Address, sql`select email from challenge where interaction = ${interaction} order by created_at desc limit 1`),
	);
	return found?.email ?? null;
};

/** What was used may be used again so long by the browser that did: its answer was lost, or the database went away behind it. */
const AGAIN_MS = 60_000;

/** `spent`: used too long ago for anybody. */
const ChallengeRow = row({ id: uuid, user_id: orNull(uuid), tries: int, used: bool, spent: bool, expired: bool, code_hash: orNull(bytes) });

const holdChallenge = (tx: Tx, which: Sql): Promise<RowOf<typeof ChallengeRow> | null> =>
	tx.first(
		ChallengeRow,
		sql`select id, user_id, tries, used_at is not null as used, coalesce(used_at < ${new Date(now().getTime() - AGAIN_MS)}, false) as spent,
			expires_at <= ${now()} as expired, code_hash from challenge where ${which} for update`,
	);

/** From now on it is open to whoever brings `by` again, for a moment, and to nobody else. */
const useUp = (tx: Tx, id: string, by: Buffer | null): Promise<number> =>
	tx.run(sql`update challenge set used_at = coalesce(used_at, ${now()}), code_hash = ${by} where id = ${id}`);

/**
 * The person a right code signs in. A try is counted before it is judged, so that racing tries cannot pass the limit. It is known to the
 * browser that asked alone, and the sign-in ends with it: until then the same code is as good again.
 */
export const useCode = async (parts: ChallengeParts, interaction: string, given: string): Promise<string> => {
	const code = given.replace(/\s/g, '');
	const outcome = await parts.storage.inPlatform(async (tx) => {
		const row = await holdChallenge(tx, sql`interaction = ${interaction} order by created_at desc limit 1`);
		if (!row) return 'expired_interaction';
		if (row.spent) return 'used_code';
		if (row.expired && !row.used) return 'expired_code';
		if (row.tries >= TRIES_PER_CODE) return 'too_many_tries';
		await tx.run(sql`update challenge set tries = tries + 1 where id = ${row.id}`);
		const right = row.code_hash?.equals(codeHash(parts.secrets, interaction, code)) ?? false;
		if (!right && row.used) return 'used_code';
		if (!right || row.user_id === null) return row.tries + 1 >= TRIES_PER_CODE ? 'too_many_tries' : 'wrong_code';
		await useUp(tx, row.id, row.code_hash);
		return { userId: row.user_id };
	});
	if (typeof outcome === 'string') throw refuseSignIn(outcome);
	return outcome.userId;
};

/** The person a link signs in; the link is used up. `opened` names the browser that opened its page, until it is signed in. */
export const useLinkToken = async (parts: ChallengeParts, token: string, opened: string | null): Promise<string> => {
	const by = opened === null ? null : parts.secrets.hmac('opened links').update(opened).digest();
	const outcome = await parts.storage.inPlatform(async (tx) => {
		const row = await holdChallenge(tx, sql`token_hash = ${hashToken(token)}`);
		if (!row || row.user_id === null) return 'wrong_link';
		if (row.spent || (row.used && (by === null || !row.code_hash?.equals(by)))) return 'used_link';
		if (row.expired && !row.used) return 'expired_link';
		await useUp(tx, row.id, by);
		return { userId: row.user_id };
	});
	if (typeof outcome === 'string') throw refuseSignIn(outcome);
	return outcome.userId;
};

/** A link printed at the start, valid 30 minutes; null when nobody has this address. */
export const printedLink = async (
	{ storage, publicUrl }: Pick<ChallengeParts, 'storage' | 'publicUrl'>,
	email: string,
): Promise<string | null> => {
	const token = newToken();
	const made = await storage.inPlatform((tx) =>
		tx.run(sql`insert into challenge (id, email, user_id, token_hash, expires_at)
			select ${newId()}, u.email, u.id, ${hashToken(token)}, ${endOf(PRINTED_LINK_TTL_MINUTES)} from app_user u where u.email = ${email}`),
	);
	return made > 0 ? `${publicUrl}/identity/link?token=${token}` : null;
};
