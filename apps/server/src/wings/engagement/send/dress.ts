/** What a message may say of each of these people, and the addresses in it that are theirs alone. */
import type { Kernel } from '#kernel/kernel.ts';
import { namesOf, type Within } from '../../people/wing.ts';
import { readFacts } from '../../profiles/wing.ts';
import { ANY_OF } from '../channels/addresses.ts';
import { channelBy } from '../channels/all.ts';
import type { Dressed, Sender } from '../channels/channel.ts';
import { createNames } from '../runs/token.ts';
import { linksOf } from '../tracking/links.ts';
import type { Work } from './lease.ts';
import type { Dress } from './leases.ts';
import type { Permitted } from './permits.ts';

/** `fi` of `fi-FI`. */
const languageOf = (locale: string | undefined): string => locale?.toLowerCase().split(/[-_]/)[0] ?? '';

/** @param within whoever looks at it sees what people are known by on these domains; null: on all */
export const dressFor = (
	{ storage, secrets, settings }: Pick<Kernel, 'storage' | 'secrets' | 'settings'>,
	work: Work,
	sender: Sender,
	within: Within = null,
): Dress => {
	const names = createNames(secrets);
	const listed = createNames(secrets, 'lists');
	const { customerId, runId, plan, lane } = work;
	const { kind: always } = channelBy(lane.channel).address;
	const ofAll = { domain: { name: plan.host }, customer: { name: plan.customerName }, sender, campaign: { title: plan.title } };
	return async (people: readonly Permitted[]) => {
		const kept = [...new Set(people.map((one) => one.kept))];
		const [facts, known] = await storage.inTenantByKeys(customerId, (tx) =>
			Promise.all([readFacts(tx, customerId, kept), namesOf(tx, customerId, kept, within)]),
		);
		return new Map(
			people.map((who): [number, Dressed] => {
				const fact = facts.get(who.kept) ?? {};
				const named = known.get(who.kept) ?? [];
				const first = (kind: string): string | null => named.find((one) => one.kind === kind)?.value ?? null;
				// What an address is that may be any of these.
				const kind = always ?? ANY_OF.find((each) => named.some((one) => one.kind === each && one.value === who.address));
				const key = { customerId, runId, channel: lane.channel, entry: who.entry };
				const deliveryId = names.nameOf(key);
				const language = languageOf(fact.locale);
				return [
					who.entry,
					{
						entry: who.entry,
						address: who.address,
						person: who.kept,
						language,
						arm: plan.options.secondSubject !== null && who.number % 2 === 1 ? 1 : 0,
						deliveryId,
						listedId: listed.nameOf(key),
						links: linksOf(settings.publicUrl, names, key, deliveryId, who.trackedId !== null),
						facts: {
							...ofAll,
							zone: fact.timeZone ?? plan.options.timeZone,
							person: {
								first_name: fact.firstName ?? null,
								last_name: fact.lastName ?? null,
								email: kind === 'email' ? who.address : first('email'),
								phone: kind === 'phone' ? who.address : first('phone'),
								external_id: kind === 'externalId' ? who.address : first('externalId'),
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
