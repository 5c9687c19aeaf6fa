/** `/signup/c/…`: the link of the letter. A look at it changes nothing, so mail scanners are harmless; a press of a button does. */

import type { FormLanguage } from '@luvalla/contract/consent/forms.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { createBuckets } from '#kernel/access/buckets.ts';
import { now } from '#kernel/clock.ts';
import { languageOf } from '#kernel/http/calls.ts';
import { ownPage } from '#kernel/http/own-page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { lockPeople, stoppedBy } from '../../people/wing.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { writeYes } from './confirm.ts';
import { count } from './count.ts';
import { confirmPage, donePage, droppedPage, manyPage, overPage, PAGE_POLICY } from './page.ts';
import { dropRequest, noteConfirmedRequest, readRequest } from './requests.ts';
import { labelOf, spokenBy } from './shown.ts';
import { type PublicationRow, readPublished } from './store.ts';
import { keyOf } from './token.ts';

const Lang = z.object({ lang: z.enum(['en', 'fi']).optional().catch(undefined) });
const MOST_BYTES = 2_000;
/** Of one link in a minute. */
const OF_A_LINK = 60;

export const registerLinks = (app: FastifyInstance, kernel: Pick<Kernel, 'storage' | 'secrets' | 'hooks'>): void => {
	const { storage, secrets } = kernel;
	const part = newPart();
	const looks = createBuckets(OF_A_LINK);
	const presses = createBuckets(OF_A_LINK);

	const send = ownPage(PAGE_POLICY);

	const spoken = (request: FastifyRequest, language: string | null): FormLanguage =>
		Lang.safeParse(request.query).data?.lang ?? (language === null ? languageOf(request) : spokenBy(['en', 'fi'], language));

	const linkIn = (request: FastifyRequest): string => z.object({ link: z.string() }).parse(request.params).link;
	const siteOf = ({ host }: PublicationRow): string => `${host.endsWith('localhost') ? 'http' : 'https'}://${host}/`;

	app.get('/signup/c/:link', async (request, reply) => {
		const link = linkIn(request);
		const key = keyOf(secrets, link);
		if (!key) return send(reply, 404, overPage(spoken(request, null)));
		if (looks.take(link, 1) > 0) return send(reply, 429, manyPage(spoken(request, null)));
		const html = await storage.inTenant(key.customerId, async (tx) => {
			const found = await readRequest(tx, key.customerId, key.requestId);
			const form = found && (await readPublished(tx, key.customerId, found.folder));
			if (!found || !form) return null;
			const language = spoken(request, found.language);
			const shown = form.shown[spokenBy(form.config.languages, found.language)];
			if (found.confirmed_at !== null) return donePage(language, (await readCustomer(tx, key.customerId))?.name ?? '', false, siteOf(form));
			if (found.email === null || !shown) return null;
			return confirmPage(language, `/signup/c/${link}`, {
				address: found.email,
				wording: shown,
				typed: form.config.fields.flatMap((field) => {
					const value = found.fields[field.key];
					return value === undefined ? [] : [[labelOf(field, language), value] as const];
				}),
			});
		});
		return html === null ? send(reply, 404, overPage(spoken(request, null))) : send(reply, 200, html);
	});

	const press = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const link = linkIn(request);
		const key = keyOf(secrets, link);
		if (!key) return send(reply, 404, overPage(spoken(request, null)));
		if (presses.take(link, 1) > 0) return send(reply, 429, manyPage(spoken(request, null)));
		const { customerId, requestId } = key;
		const given = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
		const act = given.get('do');
		// The one press of a mail program that leaves lists (RFC 8058): it was not them.
		const drops = act === 'drop' || given.get('List-Unsubscribe') !== null;
		if (act !== 'confirm' && !drops) return send(reply, 422, overPage(spoken(request, null)));
		const done = await storage.inTurn(customerId, async (tx) => {
			await lockPeople(tx, customerId);
			const found = await readRequest(tx, customerId, requestId, true);
			const form = found && (await readPublished(tx, customerId, found.folder));
			if (!found || !form) return null;
			const language = spoken(request, found.language);
			const customer = (await readCustomer(tx, customerId))?.name ?? '';
			if (drops) {
				if (found.confirmed_at !== null) return { html: donePage(language, customer, false, siteOf(form)), to: '' };
				await dropRequest(tx, customerId, requestId);
				return { html: droppedPage(language), to: '' };
			}
			const { email } = found;
			if (found.confirmed_at !== null || email === null)
				return { html: donePage(language, customer, false, siteOf(form)), to: form.config.after.confirmed };
			const { recordId } = await writeYes(
				tx,
				kernel,
				customerId,
				{
					requestId,
					folder: found.folder,
					language: found.language,
					email,
					fields: found.fields,
					way: found.way,
					network: found.network,
					browser: found.browser,
					device: found.device,
					country: found.country,
					askedAt: found.asked_at,
				},
				'confirmed',
			);
			await noteConfirmedRequest(tx, customerId, requestId, recordId, now());
			await count(tx, customerId, part, [{ form: found.form_id, what: 'confirmed' }]);
			const stopped = await stoppedBy(tx, secrets, customerId, { kind: 'email', value: email });
			return { html: donePage(language, customer, stopped, siteOf(form)), to: stopped ? '' : form.config.after.confirmed };
		});
		if (done === null) return send(reply, 404, overPage(spoken(request, null)));
		return done.to === '' ? send(reply, 200, done.html) : reply.redirect(done.to, 303);
	};
	app.register(async (scope) => {
		scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
			done(null, body),
		);
		scope.post('/signup/c/:link', press);
	});
};
