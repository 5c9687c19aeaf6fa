/** Trying a constellation out: by mail to those whom it names, as it stands now. */
import * as contract from '@luvalla/contract/engagement/constellations.ts';
import { channelOf } from '@luvalla/contract/engagement/content-types.ts';
import type { FastifyRequest } from 'fastify';
import { recordActivity } from '#kernel/access/activity.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { TemplateFailed } from '../channels/message.ts';
import { sendTrial } from '../channels/trial.ts';
import { exampleFacts, trialLinks } from '../contents/facts.ts';
import { prepare } from '../contents/template.ts';
import { demandNone, problem } from '../problems.ts';
import { addressesIn, existingConstellation, frozenApart, readWhole, refuseConstellation } from './calls.ts';

const refuseTrial = refusals({
	no_uat: [422, 'Write the addresses of those who try it out first.', 'Kirjoita ensin kokeilijoiden osoitteet.'],
});

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
	handle(contract.sendUat, async ({ asker, params, request, scope, network }) => {
		const { storage, settings } = kernel;
		demandOwnSite(request, settings.publicUrl);
		const { customerId } = scope;
		const read = await storage.inTenant(customerId, async (tx) =>
			readWhole(tx, customerId, await existingConstellation(tx, scope, params.id)),
		);
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
		for (const to of addresses) {
			let reason: string | null = null;
			for (const { subject, html, text } of letters)
				reason ??= await sendTrial(kernel, customerId, {
					...{ to, html: html ?? '', text: text ?? '', domainId: one.domain_id },
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
