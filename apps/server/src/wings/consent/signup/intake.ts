/**
 * Posts of forms: by `form.js` (a door beside the router), by plain HTML (an answer is a page of ours), and by customers' own servers. A post
 * is stored and acknowledged; whether it comes to a letter is decided by the worker, so that no answer and no delay tells who is known.
 */

import * as contract from '@luvalla/contract/consent/forms.ts';
import { Email } from '@luvalla/contract/fields.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getDomain } from 'tldts';
import * as z from 'zod';
import { machineName } from '#kernel/access/asker.ts';
import { createBuckets } from '#kernel/access/buckets.ts';
import { hostOf, truncateIp } from '#kernel/access/limits.ts';
import { newId, now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { languageOf } from '#kernel/http/calls.ts';
import type { Visit } from '#kernel/http/door.ts';
import { invalidFields, refusals, refuse, tooMany } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { mayPost } from '#kernel/http/may-post.ts';
import { ownPage } from '#kernel/http/own-page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { currentVersion, readBuilt } from '../configurations/builds.ts';
import { allow, isOriginOf } from '../intake/origin.ts';
import { visitOf } from '../intake/routes.ts';
import { writeYes } from './confirm.ts';
import { createSignupLane, type Post } from './lane.ts';
import { askedPage, manyPage, missingPage, PAGE_POLICY, signInPage } from './page.ts';
import { createFindForm, type PublishedForm } from './published.ts';
import { spokenBy } from './shown.ts';
import { SHOWN_MS, tokenOf, workedSince } from './token.ts';

/** Posts of one sender in an hour: with the work that form.js does, and without. */
const WORKED_AN_HOUR = 120;
const PLAIN_AN_HOUR = 20;
/** Posts of one form's pages that bring no work, in an hour: whoever has many senders has no more. */
const PLAIN_OF_A_FORM = 500;
const MOST_BYTES = 20_000;
const PREVIEW =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Form</title></head><body><script src="/cmp/build/{version}/formpreview.js"></script></body></html>';

const refuseForm = refusals({
	form_elsewhere: [
		403,
		'This form is taken only from pages of its own domain.',
		'Lomake otetaan vastaan vain oman verkkotunnuksensa sivuilta.',
	],
	fields_missing: [422, 'Fill in every field that is not optional.', 'Täytä kaikki muut paitsi valinnaiset kentät.'],
	person_not_signed_in: [
		422,
		'This form is not confirmed by letter: a yes counts only from people who are signed in.',
		'Tätä lomaketta ei vahvisteta viestillä: suostumus on voimassa vain kirjautuneilta.',
	],
});

/** What was typed, as far as the form asks for it. Null: something that it needs is missing. */
const typedOf = ({ config }: PublishedForm, given: Readonly<Record<string, string>>): Record<string, string> | null => {
	const typed: Record<string, string> = {};
	for (const { key, required } of config.fields) {
		// One line each, without what changes the direction of text or ends a line.
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
		const value = (given[key] ?? '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
		if (value === '' && required) return null;
		if (value !== '') typed[key] = value;
	}
	return typed;
};

/** Pages of the form's own domain, and of its hosts. */
const isOwnPage = (origin: string, host: string): boolean => isOriginOf(origin, host, getDomain(host, { allowPrivateDomains: true }));

/** What pages load of us: the script of forms, and the frame in which the portal shows one. @param own our own origin */
const registerScript = (app: FastifyInstance, own: string): void => {
	app.get('/edge/v1/form.js', async (_request, reply) => {
		const text = await readBuilt(await currentVersion(), 'form.js');
		if (text === null) throw refuse('not_found');
		return reply
			.header('content-type', 'text/javascript; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.header('access-control-allow-origin', '*')
			.header('cross-origin-resource-policy', 'cross-origin')
			.send(text);
	});
	// The portal's frame, on an origin of its own (for WebKit `'self'` is nothing there): the real script, and nothing that it could send to.
	app.get('/signup/preview', async (_request, reply) =>
		reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('cache-control', 'no-cache')
			.header('content-security-policy', `default-src 'none'; script-src 'self' ${own}; frame-ancestors 'self'`)
			.send(PREVIEW.replace('{version}', await currentVersion())),
	);
};

export const createSignups = (kernel: Kernel) => {
	const { storage, secrets, settings, geo } = kernel;
	const find = createFindForm(storage);
	const lane = createSignupLane(kernel);
	const worked = createBuckets(WORKED_AN_HOUR, undefined, 3600);
	const plain = createBuckets(PLAIN_AN_HOUR, undefined, 3600);
	const plainOfForm = createBuckets(PLAIN_OF_A_FORM, undefined, 3600);
	const own = new URL(settings.publicUrl).origin;

	/** @throws Refused 404 */
	const existing = async (id: string): Promise<PublishedForm> => {
		const form = await find(id);
		if (!form) throw refuse('not_found');
		return form;
	};

	const postOf = (
		form: PublishedForm,
		visit: Pick<Visit, 'headers' | 'ip'>,
		said: Pick<Post, 'email' | 'fields' | 'way' | 'keptOut'> & { language: string },
	): Post => ({
		customerId: form.customerId,
		requestId: newId(),
		form: form.id,
		folder: form.folder,
		...said,
		language: spokenBy(form.config.languages, said.language),
		network: truncateIp(visit.ip),
		...agentOf(visit.headers['user-agent']),
		country: geo.of(visit).country,
	});

	/** Seconds until this sender may post again; 0: it may now. */
	const paceOf = (form: PublishedForm, ip: string, works: boolean): number =>
		works ? worked.take(hostOf(ip), 1) : plain.take(hostOf(ip), 1) || plainOfForm.take(form.id, 1);

	const where = ({ config }: PublishedForm) => ({ to: config.after.asked === '' ? null : config.after.asked });

	/** @throws Refused */
	const take = async (visit: Visit, body: z.output<typeof contract.postForm.body>): Promise<z.output<typeof contract.postForm.answer>> => {
		const form = await existing(body.form);
		const { origin } = visit.headers;
		if (origin === undefined || (origin !== own && !isOwnPage(origin, form.host))) throw refuseForm('form_elsewhere');
		allow(origin, visit.tell);
		const fields = typedOf(form, body.fields);
		if (fields === null) throw refuseForm('fields_missing');
		const since = workedSince(secrets, form.id, body);
		const works = since !== null && since > now().getTime() - SHOWN_MS;
		// A token without its work, or a field that nobody sees: no browser does that.
		const robot = body.website !== '' || (body.token !== '' && since === null);
		const said = { email: body.email, fields, way: 'script' as const, language: body.language };
		if (robot) {
			await lane.push(postOf(form, visit, { ...said, keptOut: 'robot' }));
			return where(form);
		}
		const wait = paceOf(form, visit.ip, works);
		if (wait > 0) {
			await lane.push(postOf(form, visit, { ...said, keptOut: 'pace' }));
			throw tooMany(wait);
		}
		// Nobody is signed in there: nothing is asked for, and nothing is kept.
		if (form.config.confirm) await lane.push(postOf(form, visit, { ...said, keptOut: null }));
		return where(form);
	};

	const routes: Route[] = [
		handle(contract.shownForm, async ({ params, query, reply }) => {
			const form = await existing(params.id);
			const shown = form.shown[spokenBy(form.config.languages, query.lang)];
			if (!shown) throw refuse('not_found');
			reply.header('cache-control', 'no-store');
			return { ...shown, token: tokenOf(secrets, form.id, now().getTime()) };
		}),
		handle(contract.postForm, ({ body, request, reply }) => take(visitOf(request, reply), body)),
		handle(contract.serverForm, async ({ asker, body, scope, request }) => {
			const form = await existing(body.form);
			if (form.customerId !== scope.customerId || form.domainId !== scope.domainId) throw refuse('not_found');
			const fields = typedOf(form, body.fields);
			if (fields === null) throw refuseForm('fields_missing');
			const post = postOf(
				form,
				{ headers: {}, ip: request.ip },
				{ email: body.email, fields, way: 'server', language: body.language, keptOut: null },
			);
			if (form.config.confirm) {
				await lane.push({ ...post, network: null, browser: '', device: 'unknown', country: null });
				return { recordId: null };
			}
			if (!body.signedIn) throw refuseForm('person_not_signed_in');
			return storage.inTurn(scope.customerId, async (tx) => ({
				recordId: (
					await writeYes(
						tx,
						kernel,
						scope.customerId,
						{ ...post, browser: '', device: 'unknown', network: null, country: null, askedAt: now() },
						{ by: machineName(asker), asker },
					)
				).recordId,
			}));
		}),
	];

	const send = ownPage(PAGE_POLICY, { indexed: true });

	/** A form that was posted without our script. */
	const takePlain = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
		const { id } = z.object({ id: z.uuid() }).parse(request.params);
		const form = await existing(id);
		const given = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
		const language = spokenBy(form.config.languages, given.get('language') ?? languageOf(request));
		const { origin } = request.headers;
		if (origin !== undefined && origin !== 'null' && origin !== own && !isOwnPage(origin, form.host)) throw refuseForm('form_elsewhere');
		const email = Email.safeParse(given.get('email'));
		const fields = typedOf(form, Object.fromEntries([...given].map(([key, value]) => [key, cut(value, contract.MOST_TYPED)])));
		if (!email.success || fields === null || given.get('yes') === null) return send(reply, 422, missingPage(language));
		const said = { email: email.data, fields, way: 'page' as const, language };
		const after = (): FastifyReply =>
			form.config.after.asked === '' ? send(reply, 200, askedPage(language)) : reply.redirect(form.config.after.asked, 303);
		if ((given.get('website') ?? '') !== '') {
			await lane.push(postOf(form, request, { ...said, keptOut: 'robot' }));
			return after();
		}
		if (!form.config.confirm) return send(reply, 200, signInPage(language, `${settings.publicUrl}/mydata`));
		const wait = paceOf(form, request.ip, false);
		await lane.push(postOf(form, request, { ...said, keptOut: wait > 0 ? 'pace' : null }));
		return wait > 0 ? send(reply.header('retry-after', String(wait)), 429, manyPage(language)) : after();
	};

	return {
		routes,
		register(app: FastifyInstance): void {
			app.doors.open('/edge/v1/forms', async (visit) => {
				const body = contract.postForm.body.safeParse(visit.body);
				if (!body.success) throw invalidFields(body.error.issues);
				return JSON.stringify({ data: await take(visit, body.data) });
			});
			app.options('/edge/v1/forms', async (request: FastifyRequest, reply: FastifyReply) => {
				const { headers, tell } = visitOf(request, reply);
				allow(headers.origin ?? '*', tell);
				return mayPost(reply);
			});
			registerScript(app, own);
			app.register(async (scope) => {
				scope.addContentTypeParser(
					'application/x-www-form-urlencoded',
					{ parseAs: 'string', bodyLimit: MOST_BYTES },
					(_request, body, done) => done(null, body),
				);
				scope.post('/signup/:id', takePlain);
			});
		},
		drain: () => lane.drain(),
	};
};
