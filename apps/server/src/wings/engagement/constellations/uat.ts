/** Trying a constellation out: by mail to those whom it names, as it stands now. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import * as contract from '@luvalla/contract/engagement/constellations.ts';
import { channelOf } from '@luvalla/contract/engagement/content-types.ts';
import type { FastifyRequest } from 'fastify';
import { recordActivity } from '#kernel/access/activity.ts';
import { refusals, refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { texts } from '#kernel/storage/arrays.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { stoppedBy } from '../../people/wing.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { TemplateFailed } from '../channels/message.ts';
import { sendTrial } from '../channels/trial.ts';
import { exampleFacts, trialLinks } from '../contents/facts.ts';
import { prepare } from '../contents/template.ts';
import { demandNone, problem } from '../problems.ts';
import { addressesIn, existingConstellation, frozenApart, readWhole, refuseConstellation } from './calls.ts';

const refuseTrial = refusals({
	no_uat: [422, 'Write the addresses of those who try it out first.', 'Kirjoita ensin kokeilijoiden osoitteet.'],
});

/** Whether somebody left, or letters come back, is told to nobody who only writes an address down. */
const CLOSED = {
	en: 'No letters go to this address from here.',
	fi: 'Tähän osoitteeseen ei lähetetä viestejä.',
} as const satisfies Sentences;

const BouncedRow = row({ value: text });

/** Addresses that a trial leaves out: a letter is a letter, tried out or not. */
const closedAmong = async (tx: Tx, secrets: Kernel['secrets'], customerId: number, addresses: readonly string[]): Promise<Set<string>> => {
	const named = addresses.map((value) => value.toLowerCase());
	const objecting: string[] = [];
	for (const value of named) if (await stoppedBy(tx, secrets, customerId, { kind: 'email', value })) objecting.push(value);
	const bounced = await tx.rows(
		BouncedRow,
		sql`select value from person_identifier where customer_id = ${customerId} and kind = 'email' and value = any(${texts(named)}::text[]) and bounced_at is not null`,
	);
	return new Set([...objecting, ...bounced.map(({ value }) => value)]);
};

/** Languages of one letter that a trial sends at most. */
const MOST_LANGUAGES = 5;

/** A page of somebody else could make a browser ask this with its cookie, as it is a GET. @throws Refused 403 */
const demandOwnSite = ({ headers }: FastifyRequest, ownOrigin: string): void => {
	const { origin, referer } = headers;
	const site = headers['sec-fetch-site'];
	if (site !== undefined && site !== 'same-origin') throw refuse('origin_not_allowed');
	if (origin !== undefined && origin !== ownOrigin) throw refuse('origin_not_allowed');
	if (site === undefined && referer !== undefined && referer !== ownOrigin && !referer.startsWith(`${ownOrigin}/`))
		throw refuse('origin_not_allowed');
};

export const uatRoutes = (kernel: Pick<Kernel, 'storage' | 'jobs' | 'secrets' | 'settings'>): Route[] => [
	handle(contract.sendUat, async ({ asker, language, params, request, scope, network }) => {
		const { storage, secrets, settings } = kernel;
		demandOwnSite(request, settings.publicUrl);
		const { customerId } = scope;
		const read = await storage.inTenant(customerId, async (tx) => {
			const whole = await readWhole(tx, customerId, await existingConstellation(tx, scope, params.id));
			// A trial is mail, too.
			if ((await readCustomer(tx, customerId))?.status === CUSTOMER_STATUS.onHold) demandNone([problem('customer_holds')]);
			return whole;
		});
		const { one } = read;
		const { frozen } = await frozenApart(customerId, read);
		const facts = await storage.inTenant(customerId, (tx) => exampleFacts(tx, customerId, one.domain_id, frozen?.language ?? 'en'));
		const addresses = addressesIn(one.uat);
		if (addresses.length === 0) throw refuseTrial('no_uat');
		if (channelOf(one.channel) !== 'email') demandNone([problem('cannot_send_yet', channelOf(one.channel) ?? '')]);
		if (frozen === null) throw refuseConstellation('not_publishable');
		const languages = [frozen.language, ...Object.keys(frozen.languages).filter((each) => each !== frozen.language)].slice(
			0,
			MOST_LANGUAGES,
		);
		const make = prepare(frozen);
		const letters = languages.map((language) => {
			try {
				return make(language, { ...facts, person: { ...facts.person, language, locale: language } }, trialLinks(settings.publicUrl));
			} catch (error) {
				throw error instanceof TemplateFailed ? refuseConstellation('not_publishable') : error;
			}
		});
		const sent: string[] = [];
		const failed: { address: string; reason: string }[] = [];
		const closed = await storage.inTenant(customerId, (tx) => closedAmong(tx, secrets, customerId, addresses));
		for (const to of addresses) {
			if (closed.has(to.toLowerCase())) {
				failed.push({ address: to, reason: CLOSED[language] });
				continue;
			}
			let reason: string | null = null;
			for (const { subject, html, text: plain } of letters)
				reason ??= await sendTrial(kernel, customerId, {
					...{ to, html: html ?? '', text: plain ?? '', domainId: one.domain_id },
					subject: `[UAT] ${subject ?? ''}`,
				});
			if (reason === null) sent.push(to);
			else failed.push({ address: to, reason });
		}
		await storage.inTenant(customerId, (tx) =>
			recordActivity(tx, customerId, asker, {
				action: 'tried',
				thing: 'constellation',
				thingId: one.constellation_id,
				after: { title: one.title, uat: addresses.join(', ') },
				network,
			}),
		);
		return { sent, failed };
	}),
];
