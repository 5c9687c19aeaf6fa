/** Looking at a content as somebody: the same engine that sends, and nothing is saved. */
import { channelAt } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/contents.ts';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import { namesOf } from '../../people/wing.ts';
import { readFacts, readProfiles } from '../../profiles/wing.ts';
import { apart } from '../contents/apart.ts';
import { exampleFacts, factsOfPerson, previewLinks, trialLinks } from '../contents/facts.ts';
import { type Field, fieldsFor } from '../contents/fields.ts';
import { freeze } from '../contents/freeze.ts';
import { faultOf } from '../contents/liquid.ts';
import { shownMaker } from '../contents/push.ts';
import { prepare } from '../contents/template.ts';
import { webMaker } from '../contents/web.ts';
import { type Facts, type Frozen, type Links, type Made, TemplateFailed } from '../message.ts';
import { domainsOf } from '../scope.ts';
import { sendingBy } from './all.ts';
import { asSent } from './as-sent.ts';
import type { ChannelParts } from './channel.ts';
import { factsBy } from './from-customer.ts';
import { smsOf } from './sms/parts.ts';
import { demandLeaves } from './sms/sms.ts';
import { contentOf } from './webhook/body.ts';

const renderedOf = ({ subject, html, text, heroimage }: Made, channel: string, push: contract.Rendered['push']): contract.Rendered => ({
	...{ subject, html, text, heroimage },
	size: [subject, html, text].reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0),
	sms: channel === 'sms' ? smsOf(text ?? '') : null,
	push,
});

/** What a field says of somebody; null: nothing. */
const saidOf = (facts: Facts, links: Readonly<Record<string, unknown>>, { parts: [root = '', name = ''] }: Field): string | null => {
	const roots: Readonly<Record<string, unknown>> = { ...facts, links };
	const of = roots[root];
	const value: unknown = typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : null;
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

/** What a phone or a browser shows of it; null: it is no push. */
const pushOf = async (frozen: Frozen, language: string, facts: Facts, links: Links): Promise<contract.Rendered['push']> => {
	if (frozen.channel === 'mobile') return { ...shownMaker(frozen)(language, facts, links), label: null };
	if (frozen.channel !== 'web') return null;
	const { title, body, link } = (await webMaker(frozen))(language, facts, links);
	return { title, body, link: link?.to ?? null, label: link?.label ?? null };
};

const MOST_PEOPLE = 10;

export const previewRoutes = ({ storage, settings, secrets, hooks }: ChannelParts): Route[] => [
	handle(contract.previewContent, async ({ body, scope }) => {
		const { customerId, domainId } = scope;
		const { language, controls, markup, person } = body;
		const channel = channelAt(body.channel);
		const { known, fields, as } = await storage.inTenant(customerId, async (tx) => ({
			as: await asSent(tx, { secrets, settings }, customerId, channel),
			known: person
				? await factsOfPerson(tx, customerId, person, domainsOf(scope), domainId)
				: await exampleFacts(tx, customerId, domainId, language),
			fields: await fieldsFor(tx, customerId),
		}));
		const facts = await factsBy(sendingBy(channel), { storage, settings, secrets, hooks }, customerId, known);
		const own = body.defaultLanguage ?? language;
		const written = { [own]: { controls: {}, markup } };
		for (const [each, one] of Object.entries(controls)) written[each] = { controls: one, markup };
		const { frozen, hints, madeText } = await freeze({ channel, only: null, language: own, written }, fields, null, apart.of(customerId));
		const madeOf = madeText.get(language) ?? null;
		if (frozen === null) return { rendered: null, hints: [...hints], madeText: madeOf };
		try {
			const links = (sendingBy(channel)?.as ? previewLinks : trialLinks)(settings.publicUrl);
			const made = as(prepare(frozen)(language, facts, links), { address: facts.person.phone ?? '', links }, false);
			if (channel === 'sms') demandLeaves(made.text ?? '', smsOf(made.text ?? '').parts);
			if (channel === 'webhook') contentOf(frozen, made);
			const push = await pushOf(frozen, language, facts, links);
			if (channel === 'mobile' && made.text && push?.body === '') throw new TemplateFailed(ownSentence('noText'));
			return { rendered: renderedOf(made, channel, push), hints: [...hints], madeText: madeOf };
		} catch (error) {
			if (!(error instanceof TemplateFailed)) throw error;
			const { line, column } = faultOf(error.cause);
			const failed: contract.Hint = {
				level: 'error',
				code: 'bad_template',
				language,
				control: null,
				detail: error.message,
				instead: null,
				line,
				column,
			};
			return { rendered: null, hints: [failed, ...hints], madeText: madeOf };
		}
	}),
	handleIn(storage.inTenant, contract.contentFields, async (tx, { query, scope }) => {
		const { customerId, domainId } = scope;
		const facts = query.person ? await factsOfPerson(tx, customerId, query.person, domainsOf(scope), domainId) : null;
		const links = { ...trialLinks(settings.publicUrl) };
		return (await fieldsFor(tx, customerId)).map((field) => ({
			path: field.path,
			label: field.label,
			kind: field.kind,
			value: facts && saidOf(facts, links, field),
		}));
	}),
	handleIn(storage.inTenant, contract.previewPeople, async (tx, { query, scope }) => {
		const { customerId } = scope;
		const within = domainsOf(scope);
		const { rows } = await readProfiles(tx, customerId, { page: 1, size: MOST_PEOPLE, q: query.q }, within);
		const ids = rows.map(({ person }) => person);
		const names = await namesOf(tx, customerId, ids, within);
		const facts = await readFacts(tx, customerId, ids);
		return rows.map(({ person, first_name: first, last_name: last }) => {
			const email = names.get(person)?.find(({ kind }) => kind === 'email')?.value ?? null;
			const name = [first, last].filter((part) => part !== null).join(' ');
			return { id: person, name: name || (email ?? person), email, language: facts.get(person)?.locale?.split('-')[0] ?? null };
		});
	}),
];
