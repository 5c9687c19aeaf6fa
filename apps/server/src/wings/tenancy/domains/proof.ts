/**
 * Whose a host is. Anybody may name one; it is theirs once a snippet on its page, a DNS record or a platform admin shows it,
 * and the first one to show it has it on this installation. Nothing is published where nothing has.
 */
import { snippetOf } from '@luvalla/banner/assemble.ts';
import type { DomainProof, ToProve } from '@luvalla/contract/tenancy/domains.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customOwnerOf } from '../custom-domains/store.ts';
import { isLocal } from './host.ts';
import {
	freeHost,
	insertDomain,
	isLeaving,
	type LiveBanner,
	lockHost,
	ownerOf,
	pointTestTo,
	pointTo,
	readDomain,
	setHost,
	setProof,
	takeHost,
} from './store.ts';

const refuseProof = refusals({
	domain_unproven: [
		409,
		'It is not shown yet that this host name is yours, so nothing is published on it. Open the domain and show it by its snippet, a DNS record, or a platform admin.',
		'Vielä ei ole osoitettu, että tämä verkkotunnus on teidän, joten sillä ei julkaista mitään. Avaa verkkotunnus ja osoita se koodinpätkällä, DNS-tietueella tai alustan ylläpitäjän vahvistuksella.',
	],
});

/** Where the TXT record stands and what it says: the same for ever, and known to whoever administers the domain. */
export const txtOf = (secrets: Pick<Secrets, 'hmac'>, host: string, domainId: string): ToProve['txt'] => ({
	name: `_luvalla.${host}`,
	value: `luvalla-domain=${secrets.hmac('domain-proof').update(domainId.toLowerCase()).digest('base64url')}`,
});

interface Place {
	readonly secrets: Secrets;
	readonly settings: Pick<Settings, 'publicUrl'>;
}

/** How to show whose a host is. */
export const toProve = ({ secrets, settings }: Place, host: string, domainId: string, elsewhere: boolean): ToProve => ({
	snippet: snippetOf(settings.publicUrl, domainId),
	txt: txtOf(secrets, host, domainId),
	elsewhere,
});

type Details = Parameters<typeof insertDomain>[3];

/**
 * Adds a domain, unproven unless the name is this machine's own. The customer is locked by the caller.
 * @returns false where the customer has that host already, or somebody has shown that it is theirs
 */
export const bringDomain = async (tx: Tx, customerId: number, domainId: string, details: Details): Promise<boolean> => {
	if (
		(await isLeaving(tx, customerId, details.host)) ||
		(await ownerOf(tx, details.host)) !== null ||
		(await isServedFor(tx, customerId, details.host))
	)
		return false;
	if (!(await insertDomain(tx, customerId, domainId, details))) return false;
	return !isLocal(details.host) || (await take(tx, customerId, domainId, details.host, 'local'));
};

/** It is another customer's custom domain, which they have shown to be theirs. */
const isServedFor = async (tx: Tx, customerId: number, host: string): Promise<boolean> => {
	const owner = await customOwnerOf(tx, host);
	return owner !== null && owner !== customerId;
};

const take = async (tx: Tx, customerId: number, domainId: string, host: string, by: DomainProof['by']): Promise<boolean> => {
	if ((await isServedFor(tx, customerId, host)) || !(await takeHost(tx, host, customerId))) return false;
	await setProof(tx, customerId, domainId, by);
	return true;
};

/** Gives a locked domain another host, which is to be shown anew. False as `bringDomain`. */
export const renameDomain = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	before: { readonly host: string; readonly proven_at: Date | null },
	host: string,
): Promise<boolean> => {
	if ((await isLeaving(tx, customerId, host)) || (await ownerOf(tx, host)) !== null || (await isServedFor(tx, customerId, host)))
		return false;
	if ((await setHost(tx, customerId, domainId, host)) === 0) return false;
	// Unproven, it never was this domain's: somebody else may have it.
	if (before.proven_at !== null) await freeHost(tx, before.host);
	return !isLocal(host) || (await take(tx, customerId, domainId, host, 'local'));
};

export interface Shown {
	readonly domainId: string;
	/** The host that it was shown for: the domain may have another one by now. */
	readonly host: string;
	readonly by: DomainProof['by'];
	/** Who caused it; null: the server looked by itself. */
	readonly asker: Asker | null;
}

/**
 * The host is this domain's from now on, unless somebody came before: of several at the same moment the first to write the
 * directory has it, the others wait for its commit and learn that they came late.
 * @returns `gone`: there is no such domain, or it has another host by now
 */
export const proveDomain = async (
	tx: Tx,
	customerId: number,
	{ domainId, host, by, asker }: Shown,
): Promise<'proven' | 'was' | 'elsewhere' | 'gone'> => {
	const now = await lockHost(tx, customerId, domainId);
	if (now?.host !== host) return 'gone';
	if (now.proven_at !== null) return 'was';
	if (!(await take(tx, customerId, domainId, host, by))) return 'elsewhere';
	await recordActivity(tx, customerId, asker, { action: 'proven', thing: 'domain', thingId: domainId, after: { host, by } });
	return 'proven';
};

/** What is known of whose a domain's host is; null: there is no such domain. */
export const proofOf = async (
	tx: Tx,
	customerId: number,
	domainId: string,
): Promise<{ host: string; proof: DomainProof | null; elsewhere: boolean } | null> => {
	const found = await readDomain(tx, customerId, domainId);
	if (!found) return null;
	const { host, proven_by: by, proven_at: at } = found;
	const proof = by !== null && at !== null ? { by, at: at.toISOString() } : null;
	const owner = proof === null ? ((await ownerOf(tx, host)) ?? (await customOwnerOf(tx, host))) : null;
	// What was proven in between, it was for this customer.
	return { host, proof, elsewhere: owner !== null && owner !== customerId };
};

/** @throws Refused 409 domain_unproven */
export const demandProven = async (tx: Tx, customerId: number, domainId: string): Promise<void> => {
	if ((await readDomain(tx, customerId, domainId))?.proven_at === null) throw refuseProof('domain_unproven');
};

/** The snippet of this domain serves this banner from now on. @throws Refused 409 domain_unproven */
export const setLiveBanner = async (tx: Tx, customerId: number, domainId: string, banner: LiveBanner): Promise<void> => {
	if (!(await pointTo(tx, customerId, domainId, banner))) throw refuseProof('domain_unproven');
};

/** Beside the live banner a second one is shown to a share of the visitors without a choice. @throws Refused 409 domain_unproven */
export const setTestedBanner = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	test: { folder: string; share: number },
): Promise<void> => {
	if (!(await pointTestTo(tx, customerId, domainId, test))) throw refuseProof('domain_unproven');
};
