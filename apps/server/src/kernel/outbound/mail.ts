/**
 * Mail goes out through the table `mail`: the row is written in the transaction of what caused it, a job sends it.
 * Sign-in secrets stand in mails, so the texts are forgotten as soon as the server at the other end has them. Without
 * SMTP_URL the rows are the built-in mailbox and keep their texts.
 */
import type { Transporter } from 'nodemailer';
import { newId, now } from '../clock.ts';
import { counted } from '../http/measures.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { BATCH } from '../storage/lists.ts';
import { textNames, textSaysHost, type Words } from '../storage/mentions.ts';
import { instant, int, orNull, type RowOf, row, sql, text, uuid } from '../storage/rows.ts';
import type { Storage, Tx } from '../storage/storage.ts';

/** What a mail says. */
export interface Letter {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

export interface Mail extends Letter {
	to: string;
	/** Who gets the answer, where that is not the installation. */
	replyTo?: string;
	/** A file of text beside it. */
	attachment?: { readonly name: string; readonly text: string };
}

/**
 * Mails that somebody waits for before a form have a lane of their own, with connections of its own: no other mail is before them.
 */
export type MailLane = 'sign-in' | 'other';
const QUEUES = { 'sign-in': 'mail-sign-in', other: 'mail' } as const satisfies Record<MailLane, string>;
/** Waits double up to an hour: a mail server may be away for most of a day. A code that somebody waits for is asked for anew. */
const RETRIES = { 'sign-in': 5, other: 30 } as const satisfies Record<MailLane, number>;
/** A recipient whom the other server refuses for good is tried no more often. */
const MOST_REFUSALS = 6;
const CONNECTIONS = 5;
const TIMEOUT_MS = 8_000;
/** How long a mail is kept, sent or not. */
const KEPT_DAYS = 30;
/** Longer than sending takes: each of its silences ends it. */
const LEASE_MS = 120_000;

export interface MailOptions {
	lane?: MailLane;
	/** On whose behalf: customers take turns. */
	customerId?: number;
	/** Which of their domains it is about: it goes with that. */
	domainId?: string;
}

/** Answers the mail's id. Mails that somebody asks for are counted first (`takeMail`). */
export const queueMail = async (
	tx: Tx,
	jobs: Jobs,
	mail: Mail,
	{ lane = 'other', customerId, domainId }: MailOptions = {},
): Promise<string> => {
	const id = newId();
	await tx.run(sql`insert into mail (id, customer_id, domain_id, recipient, reply_to, subject, body_text, body_html, attached_name, attached,
			created_at) values (${id}, ${customerId ?? null}, ${domainId ?? null}, ${mail.to}, ${mail.replyTo ?? null}, ${mail.subject}, ${mail.text}, ${mail.html},
			${mail.attachment?.name ?? null}, ${mail.attachment?.text ?? null}, ${now()})`);
	await jobs.send(tx, QUEUES[lane], { id }, { retryLimit: RETRIES[lane], ...(customerId !== undefined && { customerId }) });
	return id;
};

/** A message that goes nowhere. */
export interface KeptMail extends Mail {
	/** Who it is from, as its reader would see it. */
	from: string;
	customerId: number;
	domainId: string;
}

/** Puts a message of a customer's into the built-in mailbox, as one that was sent: no job takes it up, and it keeps its texts. */
export const keepMail = (tx: Tx, { from, to, subject, text: words, html, customerId, domainId }: KeptMail): Promise<number> => {
	const at = now();
	return tx.run(sql`insert into mail (id, customer_id, domain_id, sender, recipient, subject, body_text, body_html, created_at, sent_at)
		values (${newId()}, ${customerId}, ${domainId}, ${from}, ${to}, ${subject}, ${words}, ${html}, ${at}, ${at})`);
};

const MailRow = row({
	id: uuid,
	/** Null: the installation. */
	sender: orNull(text),
	recipient: text,
	subject: text,
	bodyText: orNull(text),
	bodyHtml: orNull(text),
	createdAt: instant,
	sentAt: orNull(instant),
	error: orNull(text),
});
export type MailRow = RowOf<typeof MailRow>;

/** Newest first: what the built-in mailbox shows. */
export const listMails = async (tx: Tx, limit: number): Promise<MailRow[]> =>
	tx.rows(
		MailRow,
		sql`select id, sender, recipient, subject, body_text as "bodyText", body_html as "bodyHtml", created_at as "createdAt", sent_at as "sentAt", error
		 from mail order by created_at desc, id desc limit ${limit}`,
	);

/** Takes up the job. With SMTP it sends over a few kept connections; without, the row stays as it is. Answers how to end. */
export const startMail = async (
	settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
	storage: Storage,
	jobs: Jobs,
	log: Log,
): Promise<() => void> => {
	const { smtpUrl } = settings;
	await jobs.schedule('mail-forget', '45 2 * * *', async () => void (await sweepMails(storage)));
	if (smtpUrl === null) {
		for (const queue of Object.values(QUEUES)) await jobs.work(queue, async () => undefined, { concurrency: 20 });
		return () => undefined;
	}
	// who sends no mail by SMTP does not hold the library
	const { createTransport } = await import('nodemailer');
	const transports: Transporter[] = [];
	for (const queue of Object.values(QUEUES)) {
		const transport = createTransport({
			url: smtpUrl,
			pool: true,
			maxConnections: CONNECTIONS,
			connectionTimeout: TIMEOUT_MS,
			greetingTimeout: TIMEOUT_MS,
			socketTimeout: TIMEOUT_MS,
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		transports.push(transport);
		await jobs.work(queue, (data) => send(transport, settings.mailFrom, storage, idOf(data), log), { concurrency: CONNECTIONS });
	}
	return () => {
		for (const transport of transports) transport.close();
	};
};

const WORDS_GONE = sql`body_text = null, body_html = null, attached = null`;

/** After a restore, as owner: mails that waited in the backup may have left since, and are not sent. Answers how many. */
export const dropWaitingMails = (tx: Tx): Promise<number> =>
	tx.run(sql`with gone as (delete from pgboss.job where name = any(${Object.values(QUEUES)}::text[]) and state in ('created', 'retry', 'active')
			returning (data->>'id')::uuid as id)
		update mail m set ${WORDS_GONE}, error = 'The platform was restored from a backup: it may have left.', leased_until = null
		from gone where m.id = gone.id and m.sent_at is null`);

/** Younger ones of nobody's customer may be a code that somebody waits for: a customer who erases an address must not stop those. */
const WAITED_MS = 3_600_000;

/**
 * Takes out what was mailed to somebody who is erased, and what names them, of a customer's mails and of those of no customer.
 * What waits to be sent goes too.
 */
export const forgetMails = (tx: Tx, customerId: number, words: Words): Promise<number> =>
	tx.run(sql`delete from mail m where (m.customer_id = ${customerId} or (m.customer_id is null and m.created_at < ${new Date(now().getTime() - WAITED_MS)}))
			and ${textNames(sql`(m.recipient || ' ' || m.subject || ' ' || coalesce(m.body_text, ''))`, words)}`);

/** Takes out what was mailed about a domain that is erased: what names its id, and what says its host. What waits to be sent goes too. */
export const forgetMailsAbout = (tx: Tx, customerId: number, domainId: string, host: string): Promise<number> =>
	tx.run(sql`delete from mail m where m.customer_id = ${customerId} and (m.domain_id = ${domainId}
		or ${textSaysHost(sql`(m.subject || ' ' || coalesce(m.body_text, '') || ' ' || coalesce(m.body_html, '') || ' ' || coalesce(m.attached, ''))`, host)})`);

const Mailed = row({ recipient: text, subject: text, created_at: instant, sent_at: orNull(instant) });

/**
 * What was mailed to these addresses in the days that mails are kept, newest first; texts, which may open a session, are not told.
 * @param customerId on whose behalf; null: on anybody's and on nobody's
 */
export const mailsTo = async (
	tx: Tx,
	addresses: readonly string[],
	customerId: number | null,
): Promise<{ to: string; subject: string; writtenAt: Date; sentAt: Date | null }[]> =>
	addresses.length === 0
		? []
		: (
				await tx.rows(
					Mailed,
					sql`select recipient, subject, created_at, sent_at from mail
					where lower(recipient) = any(${addresses.map((one) => one.toLowerCase())}::text[])
						and (${customerId}::int is null or customer_id = ${customerId}) order by created_at desc, id desc`,
				)
			).map((found) => ({ to: found.recipient, subject: found.subject, writtenAt: found.created_at, sentAt: found.sent_at }));

/** Whoever deletes their account is nobody's recipient any more, and nobody answers them. */
export const forgetMailsTo = (tx: Tx, address: string): Promise<number> =>
	tx.run(sql`delete from mail where lower(recipient) = lower(${address}) or lower(reply_to) = lower(${address})`);

const Old = row({ id: uuid, created_at: instant });

/** Deletes mails of more than 30 days ago, sent or not, a thousand at a time. Answers how many. */
export const sweepMails = async (storage: Storage): Promise<number> => {
	const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
	let total = 0;
	for (let found = BATCH; found === BATCH; total += found)
		found = await storage.inPlatform(async (tx) => {
			const old = await tx.rows(Old, sql`select id, created_at from mail where created_at < ${before} order by created_at limit ${BATCH}`);
			return tx.run(sql`delete from mail where id = any(${old.map(({ id }) => id)}::uuid[])`);
		});
	return total;
};

const mails = counted<'outcome'>('luvalla_mails_total', 'Mails that this worker handed to the mail server, and that it did not take.');

const idOf = (data: unknown): string => {
	if (typeof data !== 'object' || data === null || !('id' in data) || typeof data.id !== 'string')
		throw new Error('A mail job names no mail.');
	return data.id;
};

const Tried = row({ tries: int });
const Leased = row({ leased_until: orNull(instant) });
const Waiting = row({
	recipient: text,
	reply_to: orNull(text),
	subject: text,
	body_text: text,
	body_html: text,
	attached_name: orNull(text),
	attached: orNull(text),
});

/**
 * The mail is leased while it is sent, so two workers never send it at once and no transaction waits for the other server; a
 * second delivery of the job finds it sent. Only a crash between the other server's answer and our note of it sends twice,
 * under the same Message-ID.
 */
const send = async (transport: Transporter, from: string, storage: Storage, id: string, log: Log): Promise<void> => {
	const at = now();
	const [mail] = await storage.inPlatform((tx) =>
		tx.rows(
			Waiting,
			sql`update mail set leased_until = ${new Date(at.getTime() + LEASE_MS)} where id = ${id} and sent_at is null and body_text is not null
				and (leased_until is null or leased_until < ${at}) returning recipient, reply_to, subject, body_text, body_html, attached_name, attached`,
		),
	);
	if (mail === undefined) {
		const unsent = await storage.inPlatform((tx) =>
			tx.rows(Leased, sql`select leased_until from mail where id = ${id} and sent_at is null and body_text is not null`),
		);
		// Whoever had it may have ended in the middle: the job is not done before the mail is.
		if (unsent.length > 0) throw new Error('The mail is being sent by somebody else.');
		return;
	}
	try {
		await transport.sendMail({
			from,
			to: mail.recipient,
			...(mail.reply_to !== null && { replyTo: mail.reply_to }),
			subject: mail.subject,
			text: mail.body_text,
			html: mail.body_html,
			...(mail.attached_name !== null &&
				mail.attached !== null && {
					attachments: [{ filename: mail.attached_name, content: mail.attached, contentType: 'text/csv; charset=utf-8' }],
				}),
			messageId: `<${id}@${hostOf(from)}>`,
		});
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		mails({ outcome: 'failed' });
		const tried = await storage.inPlatform((tx) =>
			tx.first(
				Tried,
				sql`update mail set tries = tries + 1, error = ${reason.slice(0, 500)}, failed_at = ${now()}, leased_until = null where id = ${id} returning tries`,
			),
		);
		if (isRefused(error) && (tried?.tries ?? 0) >= MOST_REFUSALS)
			return log.error('a mail was given up: its recipient is refused', { id, reason });
		throw new Error(`The mail server did not take the mail: ${reason}`, { cause: error });
	}
	await storage.inPlatform((tx) =>
		tx.run(sql`update mail set sent_at = ${now()}, ${WORDS_GONE}, error = null, failed_at = null, leased_until = null,
				tries = tries + 1 where id = ${id}`),
	);
	mails({ outcome: 'sent' });
	log.debug('mail sent', { id });
};

/** Whether the mail server refused the recipient for good (5xx); any other trouble may pass. */
const isRefused = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'EENVELOPE' && 'responseCode' in error && Number(error.responseCode) >= 500;

const hostOf = (from: string): string => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
