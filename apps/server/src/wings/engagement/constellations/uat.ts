/** Trying a constellation out: by mail to those whom it names, as it stands now. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import * as contract from '@luvalla/contract/engagement/constellations.ts';
import { channelOf } from '@luvalla/contract/engagement/content-types.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import { type Language, Refused, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { demandOwnSite } from '#kernel/http/own-site.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { takeMail } from '#kernel/outbound/mail-limit.ts';
import { instant, row, sql } from '#kernel/storage/rows.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { sendingBy, tryingBy } from '../channels/all.ts';
import { asSent } from '../channels/as-sent.ts';
import { factsBy } from '../channels/from-customer.ts';
import { exampleFacts, trialLinks } from '../contents/facts.ts';
import { prepare } from '../contents/template.ts';
import { type Made, TemplateFailed } from '../message.ts';
import { demandNone, problem, refuseProblem } from '../problems.ts';
import { addressesIn, existingConstellation, frozenApart, readWhole, refuseConstellation } from './calls.ts';
import { askingMail } from './mail.ts';
import { ASKED, ASKED_BEFORE, CLOSED, noteAsked, testersAmong, trialUrl } from './testers.ts';

const refuseTrial = refusals({
	no_uat: [422, 'Write the addresses of those who try it out first.', 'Kirjoita ensin kokeilijoiden osoitteet.'],
});

/** A link is not mailed again to the same address within this. */
const ASK_AGAIN_MS = 86_400_000;

const AskedRow = row({ asked_at: instant });

/** Languages of one letter that a trial sends at most. */
const MOST_LANGUAGES = 5;

/** What is no letter, in one: its picture and its text stand before its page, where it has one. */
const shownAsLetter = ({ html, text, heroimage }: Made): string => {
	const page = html ?? '<!doctype html><html><body style="margin:0;padding:24px;font:16px/24px system-ui,sans-serif"></body></html>';
	const src = escapeHtml(heroimage ?? '');
	const picture = src === '' || page.includes(src) ? '' : `<p><img src="${src}" alt="" style="max-width:100%"></p>`;
	const said = text === null ? '' : `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`;
	return page.replace(/^[\s\S]*?<body[^>]*>|^/i, (begin) => `${begin}${picture}${said}`);
};

export const uatRoutes = (kernel: Pick<Kernel, 'storage' | 'jobs' | 'secrets' | 'settings' | 'hooks'>): Route[] => {
	/** Mails the link by which an address is confirmed; false: one is there already, or enough mail went there. */
	const ask = async (customerId: number, asker: Asker, address: string, language: Language): Promise<boolean> => {
		const { storage, jobs } = kernel;
		const isDue = await storage.inTenant(customerId, async (tx) => {
			const [before] = await tx.rows(
				AskedRow,
				sql`select asked_at from uat_address where customer_id = ${customerId} and address = ${address}`,
			);
			return !before || before.asked_at.getTime() < now().getTime() - ASK_AGAIN_MS;
		});
		if (!isDue) return false;
		try {
			await takeMail(kernel, { to: address, cause: 'other', asker: `customer ${customerId}` });
		} catch (error) {
			if (error instanceof Refused && error.status === 429) return false;
			throw error;
		}
		await storage.inTenant(customerId, async (tx) => {
			const customer = await readCustomer(tx, customerId);
			if (!customer) throw refuse('not_found');
			await noteAsked(tx, customerId, address);
			const mail = askingMail(language, asker.email, customer.name, trialUrl(kernel, { customerId, address }));
			await queueMail(tx, jobs, { to: address, ...mail }, { customerId });
		});
		return true;
	};

	return [
		handle(contract.sendUat, async ({ asker, language, params, request, scope }) => {
			const { storage, secrets, settings } = kernel;
			demandOwnSite(request, settings.publicUrl);
			const { customerId } = scope;
			const read = await storage.inTenant(customerId, async (tx) => {
				const whole = await readWhole(tx, customerId, await existingConstellation(tx, scope, params.id));
				// A trial is mail, too.
				const customer = await readCustomer(tx, customerId);
				if (customer?.status === CUSTOMER_STATUS.onHold) demandNone([problem('customer_holds')]);
				// Whoever is not onboarded yet tries out what it prepares.
				if (customer?.cancelled) demandNone([problem('customer_new')]);
				return whole;
			});
			const { one } = read;
			const { frozen } = await frozenApart(customerId, read);
			const addresses = addressesIn(one.uat);
			if (addresses.length === 0) throw refuseTrial('no_uat');
			const named = channelOf(one.channel);
			const channel = sendingBy(named);
			if (!channel) throw refuseProblem(problem('cannot_send_yet', named === null ? '' : { channel: named }));
			if (frozen === null) throw refuseConstellation('not_publishable');
			const languages = [frozen.language, ...Object.keys(frozen.languages).filter((each) => each !== frozen.language)].slice(
				0,
				MOST_LANGUAGES,
			);
			const example = await storage.inTenant(customerId, (tx) => exampleFacts(tx, customerId, one.domain_id, frozen.language));
			const facts = await factsBy(channel, kernel, customerId, example);
			const make = prepare(frozen);
			const trial = tryingBy(channel);
			const as = await storage.inTenant(customerId, (tx) => asSent(tx, kernel, customerId, channel.word));
			const letters = languages.map((language) => {
				try {
					const links = trialLinks(settings.publicUrl);
					const made = make(language, { ...facts, person: { ...facts.person, language, locale: language } }, links);
					return as(made, { address: facts.person.phone ?? '', links }, false);
				} catch (error) {
					throw error instanceof TemplateFailed ? refuseConstellation('not_publishable') : error;
				}
			});
			const sent: string[] = [];
			const failed: { address: string; reason: string }[] = [];
			const { confirmed, closed } = await storage.inTenant(customerId, (tx) =>
				testersAmong(
					tx,
					secrets,
					customerId,
					one.domain_id,
					addresses.map((each) => each.toLowerCase()),
				),
			);
			// Whoever asks has signed in with theirs.
			const own = asker.actorId === null ? asker.email.toLowerCase() : null;
			for (const to of addresses) {
				const address = to.toLowerCase();
				if (closed.has(address)) {
					failed.push({ address: to, reason: CLOSED[language] });
					continue;
				}
				if (address !== own && !confirmed.has(address)) {
					failed.push({
						address: to,
						reason: (await ask(customerId, asker, address, language)) ? ASKED[language] : ASKED_BEFORE[language],
					});
					continue;
				}
				let reason: string | null = null;
				for (const made of letters)
					reason ??= await trial(kernel, customerId, one.domain_id, {
						...{ to, text: made.text ?? '', unsubscribe: trialUrl(kernel, { customerId, address }) },
						html: channel.try && made.html !== null ? made.html : shownAsLetter(made),
						subject: `[UAT] ${made.subject ?? one.title}`,
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
				}),
			);
			return { sent, failed };
		}),
	];
};
