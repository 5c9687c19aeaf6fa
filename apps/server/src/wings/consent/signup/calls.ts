/** The calls by which forms are made, published and looked at. */
import * as contract from '@luvalla/contract/consent/forms.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { demandAsRead, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainFor, readCustomer, readDomain } from '../../tenancy/wing.ts';
import { currentVersion, readBuilt } from '../configurations/builds.ts';
import { countsOf } from './count.ts';
import { askingLetter } from './letter.ts';
import { askedPage, donePage, signInPage } from './page.ts';
import { issueForm, pictureForm, prepareForm, purposeFor, refuseSignup } from './publish.ts';
import { shownIn } from './shown.ts';
import {
	countForms,
	deleteForm,
	type FormRow,
	insertForm,
	listOfForms,
	listPublished,
	picturesIn,
	readForm,
	statusOf,
	titleTaken,
	updateForm,
} from './store.ts';

const shown = (one: FormRow): contract.SignupForm => ({
	id: one.form_id,
	title: one.title,
	domain: one.host,
	domainId: one.domain_id,
	config: one.config,
	purpose: one.purpose ?? '',
	status: statusOf(one),
	version: one.version,
	savedAt: one.saved_at.toISOString(),
	savedBy: one.saved_by,
	publishedAt: one.published_at?.toISOString() ?? null,
	pictured: one.pictured,
});

const ownDomains = ({ domains }: Scope): string[] | null => (domains === 'all' ? null : [...domains]);

/** @throws Refused 404 */
const existing = async (tx: Tx, scope: Scope, id: string): Promise<FormRow> => {
	const found = await readForm(tx, scope.customerId, ownDomains(scope), id);
	if (!found) throw refuse('not_found');
	return found;
};

/** The domain that a new form is for. @throws Refused 400 by `domain`, 422 form_domain, 404 */
const domainOf = async (tx: Tx, scope: Scope, named: string | undefined): Promise<{ id: string; host: string }> => {
	const id = await domainFor(tx, scope, named, () => refuseSignup('form_domain'));
	const found = await readDomain(tx, scope.customerId, id);
	if (!found) throw refuse('not_found');
	return { id, host: found.host };
};

const record = recorderOf('signup_form', (one: FormRow) => ({
	title: one.title,
	domain: one.host,
	purpose: one.purpose,
	languages: one.config.languages,
	fields: one.config.fields.map(({ key, required }) => `${key}${required ? ' *' : ''}`),
	confirm: one.config.confirm,
	limits: one.config.limits,
	version: one.version,
}));

const Summary = row({ waiting: int, failed: int, said: orNull(text) });
const RecordRow = row({ record_id: uuid });

export const signupRoutes = (kernel: Kernel): Route[] => {
	const { storage, browsers } = kernel;
	return [
		handle(contract.signupForms, async ({ query, scope }) => {
			const { customerId } = scope;
			const { id, status } = query.filter;
			const domains = scope.domainId !== null ? [scope.domainId] : ownDomains(scope);
			const { rows, counted } = await storage.inTenant(customerId, (tx) =>
				readPage(
					tx,
					listOfForms(customerId),
					[
						sql`f.customer_id = ${customerId}`,
						...(domains === null ? [] : [sql`f.domain_id = any(${domains}::uuid[])`]),
						...(query.q ? [sql`position(lower(${query.q}) in lower(f.title)) > 0`] : []),
						...(status === undefined ? [] : [sql`(f.published_folder is not null and not f.changed) = ${status === 1}`]),
						...(id === undefined ? [] : [sql`f.form_id = ${id.toLowerCase()}`]),
					],
					query,
				),
			);
			return { data: rows.map(shown), page: pageOf(counted, query) };
		}),
		handle(contract.addSignupForm, async (ask) => {
			const { asker, body, scope } = ask;
			const { customerId } = scope;
			return storage.inTenant(customerId, async (tx) => {
				await holdNames(tx, customerId, 'forms');
				const domain = await domainOf(tx, scope, body.domain);
				await purposeFor(tx, customerId, domain.id, body.config.purposeId);
				if (await titleTaken(tx, customerId, domain.id, body.title, null)) throw refuseSignup('form_known');
				if ((await countForms(tx, customerId)) >= contract.MOST_FORMS) throw refuseSignup('too_many_forms');
				const id = newId();
				await insertForm(tx, customerId, id, domain.id, now(), { title: body.title, config: body.config, savedBy: asker.email });
				const after = await existing(tx, scope, id);
				await record(tx, ask, 'added', id, null, after);
				return shown(after);
			});
		}),
		handle(contract.changeSignupForm, async (ask) => {
			const { asker, body, scope } = ask;
			const { customerId } = scope;
			return storage.inTenant(customerId, async (tx) => {
				await holdNames(tx, customerId, 'forms');
				const before = await existing(tx, scope, body.id);
				demandAsRead(body.savedAt, before.saved_at);
				await purposeFor(tx, customerId, before.domain_id, body.config.purposeId);
				if (await titleTaken(tx, customerId, before.domain_id, body.title, before.form_id)) throw refuseSignup('form_known');
				await updateForm(tx, customerId, before.form_id, now(), { title: body.title, config: body.config, savedBy: asker.email });
				const after = await existing(tx, scope, before.form_id);
				await record(tx, ask, 'changed', before.form_id, before, after);
				return shown(after);
			});
		}),
		handle(contract.removeSignupForm, async (ask) => {
			const { query, scope } = ask;
			return storage.inTenant(scope.customerId, async (tx) => {
				const before = await existing(tx, scope, query.id);
				await deleteForm(tx, scope.customerId, before.form_id);
				await record(tx, ask, 'deleted', before.form_id, before, null);
				return { id: before.form_id };
			});
		}),
		handle(contract.publishSignupForm, async (ask) => {
			const { asker, params, query, scope } = ask;
			const { customerId } = scope;
			// Pictures take seconds: read, draw, and publish what was drawn.
			const prepared = await storage.inTenant(customerId, async (tx) => prepareForm(tx, customerId, await existing(tx, scope, params.id)));
			demandAsRead(query.savedAt, prepared.form.saved_at);
			const pictures = await pictureForm(browsers.of('publishing'), prepared);
			return storage.inTenant(customerId, async (tx) => {
				const before = await existing(tx, scope, params.id);
				if (before.saved_at.getTime() !== prepared.form.saved_at.getTime()) throw refuseSignup('form_changed');
				await issueForm(tx, asker, customerId, prepared, pictures);
				const after = await existing(tx, scope, params.id);
				await record(tx, ask, 'published', after.form_id, before, after);
				return shown(after);
			});
		}),
		handleIn(storage.inTenant, contract.signupFormVersions, async (tx, { params, scope }) => {
			const form = await existing(tx, scope, params.id);
			return (await listPublished(tx, scope.customerId, form.form_id)).map((one) => ({
				version: one.version,
				purposeVersion: one.purpose_version,
				publishedAt: one.published_at.toISOString(),
				publishedBy: one.published_by,
				hash: one.hash.toString('hex'),
			}));
		}),
		handle(contract.signupFormCounts, async ({ params, scope }) => {
			const { customerId } = scope;
			const script = await readBuilt(await currentVersion(), 'form.js');
			return storage.inTenant(customerId, async (tx) => {
				const form = await existing(tx, scope, params.id);
				const counts = await countsOf(tx, customerId, form.form_id);
				const of = (what: string): number => counts.get(what) ?? 0;
				const summary = await tx.first(
					Summary,
					sql`select count(*) filter (where confirmed_at is null)::int as waiting, count(*) filter (where letter = 'failed' and confirmed_at is null)::int as failed,
						(array_agg(said order by asked_at desc) filter (where letter = 'failed'))[1] as said
					from signup_request where customer_id = ${customerId} and form_id = ${form.form_id}`,
				);
				const [published] = await listPublished(tx, customerId, form.form_id);
				const latest =
					published &&
					(await tx.first(
						RecordRow,
						sql`select q.record_id from signup_request q join consent_record r on r.customer_id = ${customerId} and r.id = q.record_id
						where q.customer_id = ${customerId} and q.form_id = ${form.form_id} and q.record_id is not null order by q.confirmed_at desc limit 1`,
					));
				return {
					asked: of('asked'),
					confirmed: of('confirmed'),
					waiting: summary?.waiting ?? 0,
					lapsed: of('lapsed'),
					keptOut: { robot: of('robot'), pace: of('pace'), second: of('second'), stopped: of('stopped') },
					failed: summary?.failed ?? 0,
					said: summary?.said ?? null,
					published: published
						? {
								version: published.version,
								purposeVersion: published.purpose_version,
								pictures: (await picturesIn(tx, customerId, published.folder)).map(({ path, sha256 }) => ({
									path,
									sha256: sha256.toString('hex'),
								})),
								recordId: latest?.record_id ?? null,
							}
						: null,
					scriptBytes: Buffer.byteLength(script ?? ''),
				};
			});
		}),
		handle(contract.previewSignupForm, async ({ body, scope }) => {
			const { customerId } = scope;
			const { config, language } = body;
			return storage.inTenant(customerId, async (tx) => {
				const domain = await domainOf(tx, scope, body.domain);
				const purpose = await purposeFor(tx, customerId, domain.id, config.purposeId);
				const customer = await readCustomer(tx, customerId);
				const form = shownIn('', config, purpose, language);
				const texts = config.texts[language] ?? { subject: '', letter: '' };
				const { subject, html } = askingLetter({
					...{ language, host: domain.host, customer: customer?.name ?? '', postal: customer?.address ?? '', texts },
					wording: form,
					link: '#',
				});
				return {
					form,
					letter: { subject, html },
					asked: config.confirm ? askedPage(language) : signInPage(language, '#'),
					confirmed: donePage(language, customer?.name ?? '', false, `https://${domain.host}/`),
				};
			});
		}),
	];
};
