/** A signed-in person's own consents: every customer that knows their address, and nobody else's anything. */
import {
	answerMine,
	chooseMine,
	eraseMine,
	type MyCustomer,
	myConsents,
	myData,
	myProof,
	myReceipt,
	myReceiptPdf,
} from '@luvalla/contract/consent/my-consents.ts';
import type { FastifyRequest } from 'fastify';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { type Language, Refused, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { objectWith, type Pieces } from '#kernel/http/json-file.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customersKnowing, lockPeople, type Mine, noteConfirmed, othersOf, readIdentifiers, readMine, wordOf } from '../../people/wing.ts';
import { atOf } from '../ids.ts';
import { LEDGER_PATH } from '../proof/append.ts';
import { receiptPdf } from '../proof/pdf.ts';
import { failureOf, picturesOf, proveRecord } from '../proof/receipts.ts';
import { eraseMineBy } from './erase-person.ts';
import { presentByPurpose } from './kept.ts';
import { type KeptFile, keptOf, nameOfFile } from './kept-of.ts';
import { readOwnChoice, writeOwnChoice } from './my-choice.ts';
import { customerName, type HistoryRow, readHistory } from './people-store.ts';
import type { Present } from './present.ts';
import { type PurposeFacts, readPurposeFacts, stands, wordsOf } from './purposes.ts';
import { type RecordRow, readDeciding } from './records.ts';
import { refuseAnswer } from './sentences.ts';
import { type Occasion, takeAnswers } from './statements.ts';

const MOST_HISTORY = 1000;
const SHOWN_HISTORY = 50;

const Own = row({ id: uuid });

const refuseMine = refusals({
	assisted_yes: [
		403,
		'Only the person can say yes. While you act for somebody you may write down a no.',
		'Vain henkilö itse voi sanoa kyllä. Toisen puolesta voit kirjata kiellon.',
	],
});

/** Purposes of the domains on which the person has answered anything. */
const purposesFor = async (tx: Tx, customerId: number, domainIds: readonly string[]): Promise<PurposeFacts[]> =>
	(await readPurposeFacts(tx, customerId, domainIds)).filter(({ necessary }) => !necessary);

/** What was said under addresses that are proven to be the asker's. */
const historyOf = (tx: Tx, customerId: number, { cluster, subjects }: Mine): Promise<HistoryRow[]> =>
	readHistory(tx, customerId, cluster.members, { subjects }, MOST_HISTORY);

/** What the asker's own records come to by themselves. A yes of their page counts here even where another address says no. */
const ownPresent = ({ cluster, subjects }: Mine, records: readonly RecordRow[]): Map<string, Present> =>
	presentByPurpose(
		cluster,
		records.filter(({ subject, behind, how }) => subjects.has(subject ?? '') && (!behind || how === 'privacy-centre')),
	);

/** Purposes that were refused under an address that is not proven: a yes of the asker turns none of them. */
const closedBy = ({ cluster, foreign }: Mine, records: readonly RecordRow[]): Set<string> => {
	const theirs = records.filter(({ subject, behind, shared }) => foreign.has(subject ?? '') && !behind && !shared);
	return new Set([...presentByPurpose(cluster, theirs)].flatMap(([purposeId, { value }]) => (value ? [] : [purposeId])));
};

const read = async (
	tx: Tx,
	kernel: Kernel,
	asker: Asker,
	customerId: number,
	mine: Mine,
	language: Language,
): Promise<MyCustomer | null> => {
	const customer = await customerName(tx, customerId);
	const history = await historyOf(tx, customerId, mine);
	const others = othersOf(kernel.secrets, asker, customerId, mine);
	if (customer === '' || (history.length === 0 && others.length === 0)) return null;
	const held = ownPresent(mine, await readDeciding(tx, customerId, mine.cluster.members));
	const purposes = history.length === 0 ? [] : await purposesFor(tx, customerId, [...new Set(history.map((row) => row.domain_id))]);
	const domainIds = [...new Set(history.map((row) => row.domain_id))];
	const past = Map.groupBy(history, (row) => row.purpose_id);
	return {
		customerId,
		customer,
		own: await readOwnChoice(tx, customerId, mine, domainIds),
		domains: [...Map.groupBy(purposes, ({ domainId }) => domainId)].map(([domainId, own]) => ({
			domainId,
			domain: own[0]?.host ?? '',
			purposes: own
				.toSorted((a, b) => Number(past.has(b.id)) - Number(past.has(a.id)))
				.map((purpose) => {
					const present = held.get(purpose.id);
					return {
						purposeId: purpose.id,
						...wordsOf(purpose, language),
						version: purpose.versions.at(-1)?.version ?? 1,
						value: present?.value ?? null,
						outdated: present?.value === true && !stands(purpose, present.purposeVersion),
						at: present?.recordAt.toISOString() ?? null,
						history: (past.get(purpose.id) ?? [])
							.slice(0, SHOWN_HISTORY)
							.map(({ id, value, at, how }) => ({ recordId: id, value, at: at.toISOString(), how })),
					};
				}),
		})),
		others,
	};
};

export const myConsentRoutes = (kernel: Kernel): Route[] => {
	const { storage, geo, hooks, settings } = kernel;

	const customersOf = ({ email }: Asker): Promise<number[]> => customersKnowing(storage, email);

	const all = async (asker: Asker, language: Language): Promise<MyCustomer[]> => {
		const found: MyCustomer[] = [];
		for (const customerId of await customersOf(asker)) {
			const customer = await storage.inTenant(customerId, async (tx) => {
				const mine = await readMine(tx, customerId, asker.email);
				return mine && read(tx, kernel, asker, customerId, mine, language);
			});
			if (customer) found.push(customer);
		}
		return found.sort((a, b) => a.customer.localeCompare(b.customer, language));
	};

	/** What is asked of one's own record, in its customer. @throws Refused 404 */
	const ofMine = async <T>(asker: Asker, recordId: string, work: (tx: Tx, customerId: number, id: string) => Promise<T>): Promise<T> => {
		const id = recordId.toLowerCase();
		for (const customerId of await customersOf(asker)) {
			const found = await storage.inTenant(customerId, async (tx) => {
				const mine = await readMine(tx, customerId, asker.email);
				if (!mine) return null;
				const own = await tx.first(
					Own,
					sql`select id from consent_record where customer_id = ${customerId} and at = ${atOf(id)} and id = ${id}
						and person = any(${mine.cluster.members}::uuid[]) and subject = any(${[...mine.subjects]}::text[])`,
				);
				if (!own) return null;
				return { answer: await work(tx, customerId, id) };
			});
			if (found) return found.answer;
		}
		throw refuse('not_found');
	};

	/** One's own record, proven, with its customer. @throws Refused 404, 409 not_sealed */
	const provenMine = (asker: Asker, recordId: string) =>
		ofMine(asker, recordId, async (tx, customerId, id) => {
			const found = await proveRecord(tx, kernel, customerId, id);
			return { ...found, pictures: await picturesOf(tx, customerId, found.receipt) };
		});

	const occasionOf = (asker: Asker, request: FastifyRequest): Occasion =>
		asker.actorId !== null
			? { how: 'assisted', by: `user:${asker.actorId}` }
			: {
					how: 'privacy-centre',
					...agentOf(request.headers['user-agent']),
					country: geo.of(request).country,
					gpc: request.headers['sec-gpc'] === '1',
					network: asker.network ?? null,
				};

	/** What a customer keeps of the asker, for their file; null: nothing. */
	const kept = async ({ email }: Asker, customerId: number): Promise<KeptFile | null> =>
		storage.inTenant(customerId, async (tx) => {
			const mine = await readMine(tx, customerId, email);
			if (mine === null) return null;
			const { cluster, subjects } = mine;
			const records = await readDeciding(tx, customerId, cluster.members);
			const answered = [...new Set((await historyOf(tx, customerId, mine)).map((found) => found.domain_id))];
			return {
				luvallaId: mine.foreign.size === 0 ? cluster.kept : null,
				whose: { customerId, members: cluster.members, domainIds: null, subjects },
				customer: await customerName(tx, customerId),
				identifiers: (await readIdentifiers(tx, customerId, cluster.members)).filter((one) => subjects.has(wordOf(one))),
				purposes: answered.length === 0 ? [] : await purposesFor(tx, customerId, answered),
				held: ownPresent(mine, records),
				mailed: [...mine.proved],
				within: null,
				// What is known of somebody is theirs to read where nobody else's address leads to them.
				parts: mine.foreign.size === 0 ? await hooks.keptOfPerson.ask(tx, { customerId, ...cluster, domainIds: null }) : [],
			};
		});

	/** Each customer's part, one after the other. */
	async function* atEach(asker: Asker): AsyncGenerator<Pieces> {
		for (const customerId of await customersOf(asker)) {
			const found = await kept(asker, customerId);
			if (found) yield keptOf((work) => storage.inFile(customerId, work), found);
		}
	}

	return [
		handle(myData, async ({ asker }) => {
			demandConfirmed(asker);
			const parts = await storage.inPlatform((tx) => hooks.keptOfUser.ask(tx, { userId: asker.userId, email: asker.email }));
			const head = { madeAt: now(), ...Object.assign({}, ...parts) };
			return { name: nameOfFile('my-data'), body: objectWith(head, { customers: atEach(asker) }) };
		}),
		handle(eraseMine, async ({ asker, params }) => {
			demandConfirmed(asker);
			const { customerId } = params;
			if (!(await customersOf(asker)).includes(customerId)) throw refuse('not_found');
			return storage.inErasure(customerId, async (tx) => {
				const gone = await eraseMineBy(tx, kernel, customerId, asker.email, asker);
				if (!gone) throw refuse('not_found');
				return { erased: gone.erased, remembered: gone.remembered };
			});
		}),
		handle(myConsents, ({ asker, language }) => all(asker, language)),
		handle(answerMine, async ({ asker, body, language, request }) => {
			const { customerId } = body;
			if (asker.actorId !== null && body.answers.some(({ value }) => value)) throw refuseMine('assisted_yes');
			if (!(await customersOf(asker)).includes(customerId)) throw refuse('not_found');
			await storage.inTurn(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				const mine = await readMine(tx, customerId, asker.email);
				if (mine === null) throw refuse('not_found');
				const history = await historyOf(tx, customerId, mine);
				const purposes = await purposesFor(tx, customerId, [...new Set(history.map((row) => row.domain_id))]);
				const at = now().toISOString();
				const closed = closedBy(mine, await readDeciding(tx, customerId, mine.cluster.members));
				const outcomes = await takeAnswers(
					tx,
					kernel,
					customerId,
					body.answers.map(({ purposeId, value, version }) => ({
						person: { email: asker.email.toLowerCase() },
						purpose: purposeId,
						value,
						version,
						at,
						language,
					})),
					purposes,
					{ ...occasionOf(asker, request), closed },
				);
				// Whoever answers here has signed in with the address; who acts for them has not.
				if (asker.actorId === null) await noteConfirmed(tx, customerId, [asker.email.toLowerCase()], now());
				for (const { code } of outcomes) if (code !== null) throw code === 'unknown_purpose' ? refuse('not_found') : refuseAnswer(code);
			});
			return all(asker, language);
		}),
		handle(chooseMine, async ({ asker, body, language }) => {
			const { customerId } = body;
			if (!(await customersOf(asker)).includes(customerId)) throw refuse('not_found');
			await storage.inTurn(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				const mine = await readMine(tx, customerId, asker.email);
				if (mine === null) throw refuse('not_found');
				const who = { email: asker.email.toLowerCase(), isAssisted: asker.actorId !== null };
				await writeOwnChoice(tx, kernel, customerId, mine, who, body);
			});
			return all(asker, language);
		}),
		handle(myReceipt, async ({ asker, params }) => (await provenMine(asker, params.id)).receipt),
		handle(myProof, async ({ asker, params }) =>
			ofMine(asker, params.id, async (tx, customerId, id) => {
				try {
					const { receipt } = await proveRecord(tx, kernel, customerId, id);
					return { proof: (await failureOf(tx, kernel, receipt)) === null ? ('holds' as const) : ('fails' as const) };
				} catch (error) {
					if (error instanceof Refused && error.code === 'not_sealed') return { proof: 'sealing' as const };
					throw error;
				}
			}),
		),
		handle(myReceiptPdf, async ({ asker, params, language }) => {
			const { pictures, ...proven } = await provenMine(asker, params.id);
			const bytes = await receiptPdf(proven, language, `${settings.publicUrl}${LEDGER_PATH}/key`, pictures);
			return { name: `receipt-${proven.row.id}.pdf`, type: 'application/pdf' as const, base64: bytes.toString('base64') };
		}),
	];
};
