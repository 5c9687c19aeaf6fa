/**
 * Mail goes out through the table `mail`: the row is written in the transaction of what caused it, a job sends it.
 * Sign-in secrets stand in mails, so the texts are forgotten as soon as the server at the other end has them. Without
 * SMTP_URL the rows are the built-in mailbox and keep their texts.
 */
import { createTransport, type Transporter } from 'nodemailer';
import { newId, now } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Storage, Tx } from '../storage/storage.ts';

export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
}

/**
 * Mails that somebody waits for before a form have a lane of their own, with connections of its own: no other mail is before them.
 */
export type MailLane = 'sign-in' | 'other';
const QUEUES = { 'sign-in': 'mail-sign-in', other: 'mail' } as const satisfies Record<MailLane, string>;
const CONNECTIONS = 5;
const TIMEOUT_MS = 8_000;

/** Answers the mail's id. */
export const queueMail = async (tx: Tx, jobs: Jobs, mail: Mail, lane: MailLane = 'other'): Promise<string> => {
	const id = newId();
	await tx.query('insert into mail (id, recipient, subject, body_text, body_html, created_at) values ($1, $2, $3, $4, $5, $6)', [
		id,
		mail.to,
		mail.subject,
		mail.text,
		mail.html,
		now(),
	]);
	await jobs.send(tx, QUEUES[lane], { id });
	return id;
};

export interface MailRow {
	id: string;
	recipient: string;
	subject: string;
	bodyText: string | null;
	bodyHtml: string | null;
	createdAt: Date;
	sentAt: Date | null;
	error: string | null;
}

/** Newest first: what the built-in mailbox shows. */
export const listMails = async (tx: Tx, limit: number): Promise<MailRow[]> =>
	tx.query<MailRow>(
		`select id, recipient, subject, body_text as "bodyText", body_html as "bodyHtml", created_at as "createdAt", sent_at as "sentAt", error
		 from mail order by created_at desc, id desc limit $1`,
		[limit],
	);

/** Takes up the job. With SMTP it sends over a few kept connections; without, the row stays as it is. Answers how to end. */
export const startMail = async (
	settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
	storage: Storage,
	jobs: Jobs,
	log: Log,
): Promise<() => void> => {
	const { smtpUrl } = settings;
	if (smtpUrl === null) {
		for (const queue of Object.values(QUEUES)) await jobs.work(queue, async () => undefined, { batch: 50 });
		return () => undefined;
	}
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

const idOf = (data: unknown): string => {
	if (typeof data !== 'object' || data === null || !('id' in data) || typeof data.id !== 'string')
		throw new Error('A mail job names no mail.');
	return data.id;
};

interface Waiting {
	recipient: string;
	subject: string;
	bodyText: string;
	bodyHtml: string;
}

/**
 * The row is locked while it is sent, so two workers never send it at once; a second delivery of the job finds it sent.
 * Only a crash between the other server's answer and our commit sends twice, under the same Message-ID.
 */
const send = async (transport: Transporter, from: string, storage: Storage, id: string, log: Log): Promise<void> => {
	const failure = await storage.inPlatform(async (tx) => {
		const [mail] = await tx.query<Waiting>(
			`select recipient, subject, body_text as "bodyText", body_html as "bodyHtml" from mail
			 where id = $1 and sent_at is null and body_text is not null for update skip locked`,
			[id],
		);
		if (mail === undefined) return null;
		try {
			await transport.sendMail({
				from,
				to: mail.recipient,
				subject: mail.subject,
				text: mail.bodyText,
				html: mail.bodyHtml,
				messageId: `<${id}@${hostOf(from)}>`,
			});
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			await tx.query('update mail set tries = tries + 1, error = $2, failed_at = $3 where id = $1', [id, reason.slice(0, 500), now()]);
			return reason;
		}
		await tx.query(
			'update mail set sent_at = $2, body_text = null, body_html = null, error = null, failed_at = null, tries = tries + 1 where id = $1',
			[id, now()],
		);
		log.debug('mail sent', { id });
		return null;
	});
	// Thrown after the commit, so that the reason is kept and the job is tried again.
	if (failure !== null) throw new Error(`The mail server did not take the mail: ${failure}`);
};

const hostOf = (from: string): string => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
