/**
 * Which requests come to a letter. Whoever stopped everything gets none, an address gets one a day whoever's form it was typed into and one
 * in as many days as the form says, and a form has a pace. Judged when the letter's turn comes, so no answer to a post tells anything.
 */

import type { FormConfig, KeptOut } from '@luvalla/contract/consent/forms.ts';
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { stoppedBy } from '../../people/wing.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { readPurposeFacts } from '../answers/purposes.ts';
import { count } from './count.ts';
import { askingLetter } from './letter.ts';
import { dropRequest, REQUEST, RequestRow } from './requests.ts';
import { spokenBy } from './shown.ts';
import { type PublicationRow, readPublished } from './store.ts';
import { linkOf } from './token.ts';

/** Requests that one transaction judges. */
const AT_ONCE = 20;
/** Letters of whoever may send nothing now are looked at again so much later. */
const HELD_MS = 60_000;
/** Longer than a letter takes to leave. */
const LEASE_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Parts = Pick<Kernel, 'secrets' | 'settings'>;

/** A letter that is to leave. */
export interface DueLetter {
	readonly requestId: string;
	readonly domainId: string;
	readonly to: string;
	/** Where whoever gets it says that it was not them. */
	readonly link: string;
	readonly letter: Letter;
}

const hashOf = ({ secrets }: Pick<Parts, 'secrets'>, what: readonly (string | number)[]): Buffer =>
	secrets.hmac('signup address').update(what.join('\n')).digest();

const Sent = row({ all: int, near: int });

interface Wanted {
	readonly requestId: string;
	readonly email: string;
	readonly days: number;
}

/**
 * Whether the letter of this request is the address's first in that time, of the customer's and of anybody's; asked again for the same
 * request, it is. What is refused holds no place: the customer's own is looked at before, and
 * noted after the one that is anybody's was taken.
 */
const isFirst = async (tx: Tx, parts: Parts, customerId: number, { requestId, email, days }: Wanted): Promise<boolean> => {
	const at = now();
	const [own, any] = [hashOf(parts, [customerId, email]), hashOf(parts, [email])];
	const since = (n: number): Date => new Date(at.getTime() - n * DAY_MS);
	const before =
		await tx.run(sql`select from signup_mailed where customer_id = ${customerId} and address = ${own} and request_id <> ${requestId}
		and mailed_at > ${since(days)}`);
	if (before > 0) return false;
	const mine = await tx.run(sql`insert into signup_letter as l (address, request_id, mailed_at) values (${any}, ${requestId}, ${at})
		on conflict (address) do update set request_id = excluded.request_id, mailed_at = excluded.mailed_at
		where l.request_id = excluded.request_id or l.mailed_at <= ${since(1)}`);
	if (mine === 0) return false;
	await tx.run(sql`insert into signup_mailed (customer_id, address, request_id, mailed_at) values (${customerId}, ${own}, ${requestId}, ${at})
		on conflict (customer_id, address) do update set request_id = excluded.request_id, mailed_at = excluded.mailed_at`);
	return true;
};

/** Whether this form has sent as many letters in an hour as it may, in all or for one network. */
const isFull = async (
	tx: Tx,
	customerId: number,
	{ request_id: id, form_id: form, network }: RequestRow,
	{ lettersPerHour, lettersPerNetwork }: FormConfig['limits'],
): Promise<boolean> => {
	const since = new Date(now().getTime() - HOUR_MS);
	const sent = await tx.first(
		Sent,
		sql`select count(*)::int as "all", (count(*) filter (where network = ${network}))::int as near from signup_request
		where customer_id = ${customerId} and form_id = ${form} and judged_at > ${since} and request_id <> ${id}`,
	);
	return sent !== null && (sent.all >= lettersPerHour || (network !== null && sent.near >= lettersPerNetwork));
};

const judge = async (
	tx: Tx,
	parts: Parts,
	customerId: number,
	request: RequestRow,
	{ config }: PublicationRow,
): Promise<KeptOut | null> => {
	const { email, request_id: requestId } = request;
	if (email === null) return 'robot';
	if (await stoppedBy(tx, parts.secrets, customerId, { kind: 'email', value: email })) return 'stopped';
	// A letter that was refused for now is the same letter again.
	if (request.tries === 0 && (await isFull(tx, customerId, request, config.limits))) return 'pace';
	return (await isFirst(tx, parts, customerId, { requestId, email, days: config.limits.letterDays })) ? null : 'second';
};

/** The next letters of a customer whose time has come, and whether there may be more. Each is nobody else's for a while. */
export const nextLetters = async (
	tx: Tx,
	parts: Parts,
	customerId: number,
	part: number,
): Promise<{ letters: DueLetter[]; more: boolean }> => {
	const due = await tx.rows(
		RequestRow,
		sql`select ${REQUEST} from signup_request q where q.customer_id = ${customerId} and q.letter = 'waiting' and q.due_at <= ${now()}
		order by q.due_at limit ${AT_ONCE} for update skip locked`,
	);
	// Another worker that judges letters of the same forms counts after this one.
	for (const form of [...new Set(due.map(({ form_id }) => form_id))].sort())
		await tx.run(sql`select from signup_form where customer_id = ${customerId} and form_id = ${form} for update`);
	const customer = due.length === 0 ? null : await readCustomer(tx, customerId);
	// On hold, or not onboarded: they wait until it is, or lapse.
	if (customer !== null && customer.status !== CUSTOMER_STATUS.onboarded) {
		await tx.run(sql`update signup_request set due_at = ${new Date(now().getTime() + HELD_MS)} where customer_id = ${customerId}
			and letter = 'waiting' and due_at <= ${now()}`);
		return { letters: [], more: false };
	}
	const letters: DueLetter[] = [];
	for (const request of due) {
		const form = await readPublished(tx, customerId, request.folder);
		const keptOut = form ? await judge(tx, parts, customerId, request, form) : 'robot';
		if (!form || !customer || keptOut !== null || request.email === null) {
			await dropRequest(tx, customerId, request.request_id);
			await count(tx, customerId, part, [{ form: request.form_id, what: keptOut ?? 'robot' }]);
			continue;
		}
		const [purpose] = (await readPurposeFacts(tx, customerId, [form.domain_id])).filter(({ id }) => id === form.purpose_id);
		const language = spokenBy(form.config.languages, request.language);
		const shown = form.shown[language];
		const texts = form.config.texts[language];
		if (!purpose || !shown || !texts) throw new Error(`The form ${form.folder} has no ${language}.`);
		const link = `${parts.settings.publicUrl}/signup/c/${linkOf(parts.secrets, { customerId, requestId: request.request_id })}`;
		await tx.run(
			sql`update signup_request set judged_at = ${now()}, due_at = ${new Date(now().getTime() + LEASE_MS)} where customer_id = ${customerId} and request_id = ${request.request_id}`,
		);
		letters.push({
			requestId: request.request_id,
			domainId: form.domain_id,
			to: request.email,
			link,
			letter: askingLetter({
				...{ language, host: form.host, customer: customer.name, postal: customer.address, texts, link },
				wording: shown,
			}),
		});
	}
	return { letters, more: due.length === AT_ONCE };
};

/** Its first line is about to leave. False: it is not to, any more. From here on it is never sent anew unless the other side refused it. */
export const beginLetter = async (
	tx: Tx,
	parts: Pick<Parts, 'secrets'>,
	customerId: number,
	{ requestId, to }: Pick<DueLetter, 'requestId' | 'to'>,
): Promise<boolean> => {
	if (await stoppedBy(tx, parts.secrets, customerId, { kind: 'email', value: to })) return false;
	return (
		(await tx.run(sql`update signup_request set letter = 'begun' where customer_id = ${customerId} and request_id = ${requestId}
			and letter = 'waiting' and email is not null`)) > 0
	);
};

/** Tried again so much later, doubling; after so many times it failed. */
const AGAIN_MS = 60_000;
const MOST_TRIES = 8;
const TriesRow = row({ tries: int });

/** What became of it. `again`: nothing left, or it was refused for now. */
export const settleLetter = async (
	tx: Tx,
	customerId: number,
	requestId: string,
	became: 'sent' | 'failed' | 'again',
	said: string,
): Promise<void> => {
	const whose = sql`customer_id = ${customerId} and request_id = ${requestId}`;
	if (became !== 'again') {
		await tx.run(sql`update signup_request set letter = ${became}, said = ${said.slice(0, 500)} where ${whose} and email is not null`);
		return;
	}
	const found = await tx.first(TriesRow, sql`select tries from signup_request where ${whose} and email is not null for update`);
	if (found === null) return;
	const tries = found.tries + 1;
	// Reckoned here: a node adds no interval of a column to a moment.
	const due = new Date(now().getTime() + AGAIN_MS * 2 ** found.tries);
	await tx.run(sql`update signup_request set tries = ${tries}, said = ${said.slice(0, 500)},
		letter = ${tries >= MOST_TRIES ? 'failed' : 'waiting'}, due_at = ${due} where ${whose}`);
};
