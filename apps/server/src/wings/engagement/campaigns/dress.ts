/** What a message may say of each of these people, and the addresses in it that are theirs alone. */
import type { Kernel } from '#kernel/kernel.ts';
import { namesOf, type Within } from '../../people/wing.ts';
import { readFacts } from '../../profiles/wing.ts';
import type { From } from '../channels/email/email.ts';
import { linksOf } from '../tracking/links.ts';
import { createNames } from '../tracking/token.ts';
import type { Work } from './lease.ts';
import type { Permitted } from './permits.ts';
import type { Dress, Dressed } from './pump.ts';

/** `fi` of `fi-FI`. */
const languageOf = (locale: string | undefined): string => locale?.toLowerCase().split(/[-_]/)[0] ?? '';

/** @param within whoever looks at it sees what people are known by on these domains; null: on all */
export const dressFor = (
	{ storage, secrets, settings }: Pick<Kernel, 'storage' | 'secrets' | 'settings'>,
	work: Work,
	from: Pick<From, 'name' | 'address' | 'postal'>,
	within: Within = null,
): Dress => {
	const names = createNames(secrets);
	const listed = createNames(secrets, 'lists');
	const { customerId, runId, plan, lane } = work;
	const sender = { name: from.name, address: from.address, postal: from.postal };
	const ofAll = { domain: { name: plan.host }, customer: { name: plan.customerName }, sender, campaign: { title: plan.title } };
	return async (people: readonly Permitted[]) => {
		const kept = [...new Set(people.map((one) => one.kept))];
		const { facts, known } = await storage.inTenant(customerId, async (tx) => ({
			facts: await readFacts(tx, customerId, kept),
			known: await namesOf(tx, customerId, kept, within),
		}));
		return new Map(
			people.map((who): [number, Dressed] => {
				const fact = facts.get(who.kept) ?? {};
				const named = known.get(who.kept) ?? [];
				const first = (kind: string): string | null => named.find((one) => one.kind === kind)?.value ?? null;
				const key = { customerId, runId, channel: lane.channel, number: who.number };
				const deliveryId = names.nameOf(key);
				const language = languageOf(fact.locale);
				return [
					who.number,
					{
						number: who.number,
						address: who.address,
						language,
						arm: plan.options.secondSubject !== null && who.number % 2 === 1 ? 1 : 0,
						deliveryId,
						listedId: listed.nameOf(key),
						links: linksOf(settings.publicUrl, names, key, deliveryId, who.trackedId !== null),
						facts: {
							...ofAll,
							person: {
								first_name: fact.firstName ?? null,
								last_name: fact.lastName ?? null,
								email: lane.channel === 'email' ? who.address : first('email'),
								phone: first('phone'),
								external_id: first('externalId'),
								street: fact.street ?? null,
								postal_code: fact.postalCode ?? null,
								city: fact.city ?? null,
								country: fact.country ?? null,
								locale: fact.locale ?? null,
								language: language || null,
							},
							attributes: fact.attributes ?? {},
						},
					},
				];
			}),
		);
	};
};
