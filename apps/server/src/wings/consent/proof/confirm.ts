/**
 * Whoever is to be told of heads says once that they want it, before anything else goes there: a mail address by the button of
 * a page that a mailed link opens, an https address by answering our challenge.
 */
import { randomBytes } from 'node:crypto';
import { LEDGER_LINK_DAYS, PROOF_RATE } from '@luvalla/contract/consent/proof.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { languageOf } from '#kernel/http/calls.ts';
import { Refused } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { sendHttp } from '#kernel/outbound/http.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import { sealedLink } from '#kernel/sealed-link.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { LEDGER_PATH } from './append.ts';
import { confirmWantedMail } from './mails.ts';
import { FORM_POLICY, plainPage } from './page.ts';
import { type AddressRow, noteError, readAddress } from './tell.ts';

const PATH = `${LEDGER_PATH}/address`;

const addressLink = sealedLink('ledger address link', z.object({ customerId: z.int(), addressId: z.string(), until: z.int() }));

const confirm = async (tx: Tx, customerId: number, row: AddressRow): Promise<void> => {
	const confirmed = await tx.run(sql`update ledger_address set confirmed_at = ${now()}, error = null
		where customer_id = ${customerId} and address_id = ${row.address_id} and confirmed_at is null`);
	if (confirmed > 0)
		await recordActivity(tx, customerId, null, {
			action: 'confirmed',
			thing: 'ledger address',
			thingId: row.address_id,
			after: { address: row.address },
		});
};

/** The address alone says that it is wanted: an answer of the challenge, as text or as `{ "challenge": … }`, and nothing beside it. */
const isAnswer = (body: string, challenge: string): boolean => {
	const said = body.trim();
	if (said === challenge) return true;
	try {
		return z.strictObject({ challenge: z.literal(challenge) }).safeParse(JSON.parse(said)).success;
	} catch (error) {
		if (error instanceof SyntaxError) return false;
		throw error;
	}
};

const NO_ANSWER = 'The address did not answer with the challenge.';

/** Asks an address whether it wants to be told. What goes wrong at an https address is kept with it. To be counted first (`takeMail`). */
export const askWanted = async (kernel: Kernel, customerId: number, row: AddressRow): Promise<void> => {
	const { storage, secrets, jobs, settings } = kernel;
	if (row.kind === 'mail') {
		const until = now().getTime() + LEDGER_LINK_DAYS * 86_400_000;
		const token = addressLink.seal(secrets, { customerId, addressId: row.address_id, until });
		const url = `${settings.publicUrl}${PATH}?token=${encodeURIComponent(token)}`;
		await storage.inTenant(customerId, async (tx) => {
			const customer = await readCustomer(tx, customerId);
			await queueMail(tx, jobs, { to: row.address, ...confirmWantedMail(row.language, customer?.name ?? '', url) }, { customerId });
		});
		return;
	}
	const challenge = randomBytes(24).toString('base64url');
	let failure: string | null = null;
	try {
		const { status, body } = await sendHttp(row.address, {
			guard: createGuard(settings.outboundAllow),
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ type: 'ledger.confirm', challenge }),
			mostBytes: 1024,
		});
		if (status < 200 || status >= 300) failure = `The address answered ${status}.`;
		else if (!isAnswer(body.toString('utf8'), challenge)) failure = NO_ANSWER;
	} catch (error) {
		failure = error instanceof Error ? error.message : String(error);
	}
	await storage.inTenant(customerId, (tx) =>
		failure === null ? confirm(tx, customerId, row) : noteError(tx, customerId, row.address_id, failure),
	);
};

const words = {
	en: {
		title: 'Mails about a consent ledger',
		question: (address: string) =>
			`Shall ${address} get the newest signed head of a consent ledger every day, and mail when its self-check finds something?`,
		whose: 'Ledger of',
		button: 'Yes, send them here',
		no: 'If you do not want that, do nothing: nothing more is sent.',
		done: (address: string) => `${address} is told from now on. You may close this page.`,
		over: 'This link does not work any more. Whoever added your address can send you a new one.',
		many: 'That was many requests in a short time. Wait a minute and try again.',
	},
	fi: {
		title: 'Viestejä suostumuskirjasta',
		question: (address: string) =>
			`Lähetetäänkö osoitteeseen ${address} joka päivä suostumuskirjan uusin allekirjoitettu tila ja viesti, jos itsetarkistus löytää jotain?`,
		whose: 'Kenen suostumuskirja',
		button: 'Kyllä, lähettäkää tänne',
		no: 'Jos et halua viestejä, sinun ei tarvitse tehdä mitään: muuta ei lähetetä.',
		done: (address: string) => `Osoitteeseen ${address} lähetetään tieto tästä lähtien. Voit sulkea sivun.`,
		over: 'Linkki ei enää toimi. Osoitteesi lisääjä voi lähettää uuden.',
		many: 'Pyyntöjä tuli paljon lyhyessä ajassa. Odota minuutti ja yritä uudelleen.',
	},
} as const;

/** The page behind the mailed link: looking at it changes nothing, its button does. */
export const registerConfirm = (app: FastifyInstance, { storage, secrets, limits }: Kernel): void => {
	const answer = async (request: FastifyRequest, reply: FastifyReply, wanted: boolean): Promise<FastifyReply> => {
		const send = (status: number, language: 'en' | 'fi', body: string) =>
			reply
				.status(status)
				.header('content-type', 'text/html; charset=utf-8')
				.header('content-security-policy', FORM_POLICY)
				.header('cache-control', 'no-store')
				.header('referrer-policy', 'no-referrer')
				.send(plainPage(language, words[language].title, body));
		const spoken = languageOf(request);
		try {
			await limits.address(request, PROOF_RATE);
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
			return send(error.status, spoken, `<p>${words[spoken].many}</p>`);
		}
		const { token } = z.object({ token: z.unknown() }).parse(request.query);
		const link = addressLink.open(secrets, token);
		const found =
			link === null || link.until < now().getTime()
				? null
				: await storage.inTenant(link.customerId, async (tx) => {
						const row = await readAddress(tx, link.customerId, link.addressId);
						if (row && wanted) await confirm(tx, link.customerId, row);
						return row && { row, customer: (await readCustomer(tx, link.customerId))?.name ?? '' };
					});
		if (!found) return send(404, spoken, `<p>${words[spoken].over}</p>`);
		const { row, customer } = found;
		const w = words[row.language];
		if (wanted) return send(200, row.language, `<p>${escapeHtml(w.done(row.address))}</p>`);
		return send(
			200,
			row.language,
			`<p>${escapeHtml(w.question(row.address))}</p><p>${w.whose}: ${escapeHtml(quoted(row.language, customer))}</p><form method="post" action="${PATH}?token=${encodeURIComponent(String(token))}"><button type="submit">${w.button}</button></form><p class="q">${w.no}</p>`,
		);
	};
	app.get(PATH, (request, reply) => answer(request, reply, false));
	app.register(async (scope) => {
		// What the form sends is in its address.
		scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
			payload.resume();
			done(null);
		});
		scope.post(PATH, (request, reply) => answer(request, reply, true));
	});
};
