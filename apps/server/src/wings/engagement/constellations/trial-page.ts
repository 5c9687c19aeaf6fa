/**
 * `/u/trial?to=…`: whether letters may be tried out on an address, answered by whoever gets its mail. Looking changes nothing; a press
 * does, and so does the one press of a mail program (RFC 8058), which brings no cookie and no Origin.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { createBuckets } from '#kernel/access/buckets.ts';
import { languageOf } from '#kernel/http/calls.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { ownPage } from '#kernel/http/own-page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { button, LETTER_POLICY, page } from '../leaving/draw.ts';
import { noLetterPage } from '../leaving/page.ts';
import type { PageLanguage } from '../leaving/words.ts';
import { answerTrial, trialLink } from './testers.ts';

const words = {
	en: {
		title: 'Letters that are tried out',
		asks: (customer: string) => `${customer} would like to send you letters before they go to anybody else, to see how they look.`,
		yes: 'Yes, send them to me',
		no: 'No, send me none',
		confirmed: (customer: string) => `${customer} may send you letters that are tried out. A link in each of them ends it.`,
		stopped: (customer: string) => `${customer} sends you no letters that are tried out.`,
	},
	fi: {
		title: 'Kokeiluviestit',
		asks: (customer: string) => `${customer} haluaa lähettää sinulle viestejä ennen muita nähdäkseen, miltä ne näyttävät.`,
		yes: 'Kyllä, lähettäkää minulle',
		no: 'Ei, älkää lähettäkö',
		confirmed: (customer: string) =>
			`${customer} saa lähettää sinulle kokeiluviestejä. Voit lopettaa ne jokaisessa viestissä olevasta linkistä.`,
		stopped: (customer: string) => `${customer} ei lähetä sinulle kokeiluviestejä.`,
	},
} as const;

const Query = z.object({ to: z.string().max(2000).catch(''), lang: z.enum(['en', 'fi']).optional().catch(undefined) });
const MOST_BYTES = 10_000;
/** Of one address in a minute. */
const OF_AN_ADDRESS = 60;

export const registerTrialPage = (app: FastifyInstance, { storage, secrets }: Pick<Kernel, 'storage' | 'secrets'>): void => {
	const asked = createBuckets(OF_AN_ADDRESS);
	const send = ownPage(LETTER_POLICY);

	const answer = async (request: FastifyRequest, reply: FastifyReply, fields: URLSearchParams | null): Promise<FastifyReply> => {
		const { to, lang } = Query.parse(request.query);
		const language: PageLanguage = lang ?? languageOf(request);
		const link = trialLink.open(secrets, to);
		// Also of the letter as it is looked at in the portal, whose links lead here.
		if (!link) return send(reply, 404, noLetterPage(language, 'noneText'));
		const { customerId, address } = link;
		const wait = asked.take(`${customerId} ${address}`, 1);
		if (wait > 0) return send(reply.header('retry-after', String(wait)), 429, noLetterPage(language, 'many'));
		const may =
			fields === null
				? null
				: fields.get('do') === 'yes'
					? true
					: fields.get('do') === 'no' || fields.has('List-Unsubscribe')
						? false
						: null;
		const { customer, said } = await storage.inTenant(customerId, async (tx) => ({
			customer: await readCustomer(tx, customerId),
			said: may === null ? null : await answerTrial(tx, customerId, address, may),
		}));
		if (!customer || (may !== null && said === null)) return send(reply, 404, noLetterPage(language, 'noneText'));
		const w = words[language];
		const name = escapeHtml(customer.name);
		const path = `/u/trial?to=${encodeURIComponent(to)}`;
		const press = (what: string, label: string, first: boolean): string =>
			`<form method="post" action="${escapeHtml(`${path}&lang=${language}`)}"><input type="hidden" name="do" value="${what}">${button(label, first)}</form>`;
		const status = said === null ? `<p class="q">${w.asks(name)}</p>` : `<p class="c ok" role="status">${w[said](name)}</p>`;
		const choices = `${said === 'confirmed' ? '' : press('yes', w.yes, said === null)}${said === 'stopped' ? '' : press('no', w.no, false)}`;
		return send(reply, 200, page(language, w.title, `${status}${choices}`, null, customer.name));
	};

	app.get('/u/trial', (request, reply) => answer(request, reply, null));
	app.register(async (scope) => {
		for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
			scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) => done(null, body));
		scope.post('/u/trial', (request, reply) => {
			const body = typeof request.body === 'string' ? request.body : '';
			// A mail program may send its one field as a part of a form.
			const isPart = String(request.headers['content-type'] ?? '').startsWith('multipart/') && /name="?List-Unsubscribe"?/i.test(body);
			return answer(request, reply, isPart ? new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) : new URLSearchParams(body));
		});
	});
};
