/** A signed-in person's own consents: every customer that knows their address, and nobody else's anything. */
import { answerMine, type MyCustomer, myConsents, myReceipt, myReceiptPdf } from '@luvalla/contract/consent/my-consents.ts';
import type { FastifyRequest } from 'fastify';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { atOf } from '../ids.ts';
import { LEDGER_PATH } from '../proof/append.ts';
import { receiptPdf } from '../proof/pdf.ts';
import { picturesOf, proveRecord } from '../proof/receipts.ts';
import { readHistory } from './people-store.ts';
import { type PurposeFacts, readPurposeFacts, stands, wordsOf } from './purposes.ts';
import { refuseAnswer } from './sentences.ts';
import { readHeld } from './state.ts';
import { type Occasion, takeAnswers } from './statements.ts';

const MOST_HISTORY = 1000;
const SHOWN_HISTORY = 50;

const refuseMine = refusals({
	assisted_yes: [
		403,
		'Only the person can say yes. While you act for somebody you may write down a no.',
		'Vain henkilö itse voi sanoa kyllä. Toisen puolesta voit kirjata kiellon.',
	],
});

/** Who this address is within a customer; null when it is nobody. */
const personWith = async (tx: Tx, customerId: number, email: string): Promise<string | null> => {
	const [row] = await tx.query<{ person: string }>(
		`select person from consent_identifier where customer_id = $1 and kind = 'email' and value = $2`,
		[customerId, email.toLowerCase()],
	);
	return row?.person ?? null;
};

/** Purposes of the domains on which the person has answered anything. */
const purposesFor = async (tx: Tx, customerId: number, domainIds: readonly string[]): Promise<PurposeFacts[]> =>
	(await readPurposeFacts(tx, customerId, domainIds)).filter(({ necessary }) => !necessary);

const read = async (tx: Tx, customerId: number, person: string, language: Language): Promise<MyCustomer | null> => {
	const [customer] = await tx.query<{ name: string }>('select name from customer where customer_id = $1', [customerId]);
	const history = await readHistory(tx, customerId, person, null, MOST_HISTORY);
	if (!customer || history.length === 0) return null;
	const held = await readHeld(tx, customerId, person);
	const purposes = await purposesFor(tx, customerId, [...new Set(history.map((row) => row.domain_id))]);
	const past = Map.groupBy(history, (row) => row.purpose_id);
	return {
		customerId,
		customer: customer.name,
		domains: [...Map.groupBy(purposes, ({ domainId }) => domainId)].map(([domainId, own]) => ({
			domainId,
			domain: own[0]?.host ?? '',
			purposes: own.map((purpose) => {
				const row = held.get(purpose.id);
				return {
					purposeId: purpose.id,
					...wordsOf(purpose, language),
					value: row?.value ?? null,
					outdated: row?.value === true && !stands(purpose, row.purpose_version),
					at: row?.record_at.toISOString() ?? null,
					history: (past.get(purpose.id) ?? [])
						.slice(0, SHOWN_HISTORY)
						.map(({ id, value, at, how }) => ({ recordId: id, value, at: at.toISOString(), how })),
				};
			}),
		})),
	};
};

export const myConsentRoutes = (kernel: Kernel): Route[] => {
	const { storage, geo, settings } = kernel;

	const customersOf = async ({ email }: Asker): Promise<number[]> =>
		(await storage.across.query<{ id: number }>('select consent_customers_of($1) as id', [email.toLowerCase()])).map(({ id }) => id);

	const all = async (asker: Asker, language: Language): Promise<MyCustomer[]> => {
		const found: MyCustomer[] = [];
		for (const customerId of await customersOf(asker)) {
			const mine = await storage.inTenant(customerId, async (tx) => {
				const person = await personWith(tx, customerId, asker.email);
				return person && read(tx, customerId, person, language);
			});
			if (mine) found.push(mine);
		}
		return found.sort((a, b) => a.customer.localeCompare(b.customer, language));
	};

	/** One's own record, proven, with its customer. @throws Refused 404, 409 not_sealed */
	const provenMine = async (asker: Asker, recordId: string) => {
		const id = recordId.toLowerCase();
		for (const customerId of await customersOf(asker)) {
			const proven = await storage.inTenant(customerId, async (tx) => {
				const person = await personWith(tx, customerId, asker.email);
				const [row] = await tx.query('select from consent_record where customer_id = $1 and at = $2 and id = $3 and person = $4', [
					customerId,
					atOf(id),
					id,
					person,
				]);
				if (!row) return null;
				const found = await proveRecord(tx, kernel, customerId, id);
				return { ...found, pictures: await picturesOf(tx, customerId, found.receipt) };
			});
			if (proven) return proven;
		}
		throw refuse('not_found');
	};

	const occasionOf = (asker: Asker, request: FastifyRequest, network: string | null): Occasion =>
		asker.actorId !== null
			? { how: 'assisted', by: `user:${asker.actorId}` }
			: {
					how: 'privacy-centre',
					...agentOf(request.headers['user-agent']),
					country: geo.of(request).country,
					gpc: request.headers['sec-gpc'] === '1',
					network,
				};

	return [
		handle(myConsents, ({ asker, language }) => all(asker, language)),
		handle(answerMine, async ({ asker, body, language, request, network }) => {
			const { customerId } = body;
			if (asker.actorId !== null && body.answers.some(({ value }) => value)) throw refuseMine('assisted_yes');
			if (!(await customersOf(asker)).includes(customerId)) throw refuse('not_found');
			await storage.inTenant(customerId, async (tx) => {
				const person = await personWith(tx, customerId, asker.email);
				if (person === null) throw refuse('not_found');
				const history = await readHistory(tx, customerId, person, null, MOST_HISTORY);
				const purposes = await purposesFor(tx, customerId, [...new Set(history.map((row) => row.domain_id))]);
				const at = now().toISOString();
				const outcomes = await takeAnswers(
					tx,
					customerId,
					body.answers.map(({ purposeId, value }) => ({
						person: { email: asker.email.toLowerCase() },
						purpose: purposeId,
						value,
						at,
						language,
					})),
					purposes,
					occasionOf(asker, request, network),
				);
				for (const { code } of outcomes) if (code !== null) throw code === 'unknown_purpose' ? refuse('not_found') : refuseAnswer(code);
			});
			return all(asker, language);
		}),
		handle(myReceipt, async ({ asker, params }) => (await provenMine(asker, params.id)).receipt),
		handle(myReceiptPdf, async ({ asker, params, language }) => {
			const { pictures, ...proven } = await provenMine(asker, params.id);
			const bytes = await receiptPdf(proven, language, `${settings.publicUrl}${LEDGER_PATH}/key`, pictures);
			return { name: `receipt-${proven.row.id}.pdf`, type: 'application/pdf' as const, base64: bytes.toString('base64') };
		}),
	];
};
