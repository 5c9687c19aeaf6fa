/**
 * `/u/…`: how somebody leaves by a link of their letter, without signing in. Looking changes nothing, so mail scanners are harmless; a
 * press of a button does, and so does the one press of a mail program (RFC 8058), which brings no cookie and no Origin.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { createBuckets } from '#kernel/access/buckets.ts';
import { languageOf } from '#kernel/http/calls.ts';
import { Refused } from '#kernel/http/errors.ts';
import { ownPage } from '#kernel/http/own-page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { takeMail } from '#kernel/outbound/mail-limit.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { mailReceipt } from '../../consent/wing.ts';
import { createNames, type DeliveryKey } from '../runs/token.ts';
import { capFrom, setCap, setChannel } from './choose.ts';
import { LETTER_POLICY } from './draw.ts';
import { leaveEverything, leaveTopic, pause, resume, resumeAll, setAll, setLanguage, setPurpose } from './leave.ts';
import { isOn, type LetterFacts, mailOf, type Reader, readLetter } from './letter.ts';
import { choosePage, gonePage, leavePage, noLetterPage, whyPage } from './page.ts';
import { type PageLanguage, words } from './words.ts';

const Lang = z.object({ lang: z.enum(['en', 'fi']).optional().catch(undefined) });
const MOST_BYTES = 10_000;
/** Of one letter in a minute. Mail services press for many people from few addresses, so addresses are not counted. */
const OF_A_LETTER = 60;

/** What is to be said of a press; null: it was none. */
type Done = ((language: PageLanguage, letter: LetterFacts) => string) | null;
const saved: Done = (language) => words[language].saved;
const topicStopped: Done = (language) => words[language].topicStopped;
const allStopped: Done = (language, { plan }) => words[language].allStopped(plan.customerName);

/** Of all topics, of a channel and of a cap it is said what holds now, whatever was asked. */
const channelSaid =
	(channel: string): Done =>
	(language, { reader }) => {
		const w = words[language];
		const now = reader?.own.channels.find((one) => one.channel === channel);
		if (!now) return w.saved;
		return (now.on ? w.channelOn : w.channelOff)(w.channelNames[now.channel]);
	};
const capSaid: Done = (language, { reader }) => {
	const w = words[language];
	const cap = reader?.own.cap ?? null;
	return cap === null ? w.capGone : w.capSaved(w.capOf(cap.messages, cap.days));
};

const allSaid: Done = (language, { reader }) => {
	const w = words[language];
	const on = reader?.choices.map(isOn) ?? [];
	return on.every((one) => one) ? w.saidYesToAll : on.includes(true) ? w.saved : w.saidNoToAll;
};

/** What a form or a mail program sent; a part of multipart/form-data is found by its name too. */
const fieldsOf = (request: FastifyRequest): URLSearchParams => {
	const body = typeof request.body === 'string' ? request.body : '';
	if (!String(request.headers['content-type'] ?? '').startsWith('multipart/')) return new URLSearchParams(body);
	const [, value] = /name="?List-Unsubscribe"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n([^\r\n]*)/i.exec(body) ?? [];
	return new URLSearchParams(value === undefined ? {} : { 'List-Unsubscribe': value });
};

/** What is pressed. Answers what is to be said of it. */
const act = async (
	tx: Tx,
	kernel: Pick<Kernel, 'hooks' | 'secrets'>,
	letter: LetterFacts,
	reader: Reader,
	fields: URLSearchParams,
): Promise<Done> => {
	if (fields.get('List-Unsubscribe')?.toLowerCase() === 'one-click') {
		await leaveTopic(tx, kernel, letter, reader);
		return topicStopped;
	}
	switch (fields.get('do')) {
		case 'topic':
			await leaveTopic(tx, kernel, letter, reader);
			return topicStopped;
		case 'everything':
			await leaveEverything(tx, kernel, letter, reader);
			return allStopped;
		case 'resume-all':
			await resumeAll(tx, kernel, letter, reader);
			return saved;
		case 'purpose':
			await setPurpose(tx, kernel, letter, reader, fields.get('purpose') ?? '', fields.get('value') === 'yes');
			return saved;
		case 'all':
			await setAll(tx, kernel, letter, reader, fields.get('value') === 'yes');
			return allSaid;
		case 'channel':
			await setChannel(tx, kernel, letter, reader, fields.get('channel') ?? '', fields.get('value') === 'yes');
			return channelSaid(fields.get('channel') ?? '');
		case 'cap':
			await setCap(tx, letter, reader, capFrom(fields.get('days') ?? '', fields.get('messages') ?? ''));
			return capSaid;
		case 'language':
			await setLanguage(tx, kernel, letter, reader, fields.get('language') ?? '');
			return saved;
		case 'pause':
			await pause(tx, kernel, letter, reader);
			return saved;
		case 'resume':
			await resume(tx, kernel, letter, reader);
			return saved;
		default:
			return null;
	}
};

export const registerLeaving = (
	app: FastifyInstance,
	kernel: Pick<Kernel, 'storage' | 'secrets' | 'hooks' | 'jobs' | 'settings'>,
): void => {
	const { storage, secrets } = kernel;
	const names = createNames(secrets);
	// Scanners that look use up no press.
	const looks = createBuckets(OF_A_LETTER);
	const presses = createBuckets(OF_A_LETTER);

	const send = ownPage(LETTER_POLICY);

	/** The letter's language, where nobody chose another. */
	const spoken = (request: FastifyRequest, letter: LetterFacts | null): PageLanguage =>
		Lang.safeParse(request.query).data?.lang ?? (letter?.language.startsWith('fi') ? 'fi' : letter?.language ? 'en' : languageOf(request));

	const nameOf = (request: FastifyRequest): { name: string; key: DeliveryKey } | null => {
		const name = z.object({ name: z.string() }).parse(request.params).name.toLowerCase();
		const key = names.keyOf(name);
		return key && { name, key };
	};

	const answer = async (
		request: FastifyRequest,
		reply: FastifyReply,
		draw: (language: PageLanguage, path: string, letter: LetterFacts, done: Done) => string,
		fields: URLSearchParams | null,
	): Promise<FastifyReply> => {
		const named = nameOf(request);
		if (!named) return send(reply, 404, noLetterPage(spoken(request, null), 'noneText'));
		const { name, key } = named;
		const wait = (fields === null ? looks : presses).take(name, 1);
		if (wait > 0) return send(reply.header('retry-after', String(wait)), 429, noLetterPage(spoken(request, null), 'many'));
		const work = async (tx: Tx): Promise<{ letter: LetterFacts | null; done: Done }> => {
			const letter = await readLetter(tx, key);
			// A letter of duty is not left, whoever asks.
			if (!letter?.reader || letter.plan.isTransactional || fields === null) return { letter, done: null };
			const done = await act(tx, kernel, letter, letter.reader, fields);
			return { letter: await readLetter(tx, key), done };
		};
		const { letter, done } = await (fields === null ? storage.inTenant(key.customerId, work) : storage.inTurn(key.customerId, work));
		if (!letter) return send(reply, 404, noLetterPage(spoken(request, null), 'noneText'));
		if (fields?.get('do') === 'receipt') {
			const language = spoken(request, letter);
			const said = await sendReceipt(letter, language);
			return send(reply, said === 'receiptMany' ? 429 : 200, whyPage(language, `/u/${name}`, letter, said && words[language][said]));
		}
		return send(reply, 200, draw(spoken(request, letter), `/u/${name}`, letter, done));
	};

	/** Mails the receipt of the yes that permitted the letter to where the letter came: whoever else has it learns nothing. */
	const sendReceipt = async (letter: LetterFacts, language: PageLanguage): Promise<'receiptSent' | 'receiptMany' | null> => {
		const { permittedBy, reader, key, plan } = letter;
		const to = reader && mailOf(letter, reader);
		if (!permittedBy || !to) return null;
		try {
			await takeMail(kernel, { to, cause: 'other', asker: `customer ${key.customerId}` });
		} catch (error) {
			if (error instanceof Refused && error.status === 429) return 'receiptMany';
			throw error;
		}
		await storage.inTenant(key.customerId, (tx) =>
			mailReceipt(tx, kernel, key.customerId, { recordId: permittedBy.recordId, to, customer: plan.customerName, language }),
		);
		return 'receiptSent';
	};

	const drawn =
		(draw: typeof leavePage) =>
		(language: PageLanguage, path: string, letter: LetterFacts, done: Done): string => {
			if (letter.plan.isTransactional) return whyPage(language, path, letter);
			if (!letter.reader) return gonePage(language, path, letter);
			return draw(language, path, letter, letter.reader, done === null ? null : done(language, letter));
		};
	const leaving = drawn(leavePage);
	const choosing = drawn(choosePage);

	app.get('/u/:name', (request, reply) => answer(request, reply, leaving, null));
	app.get('/u/:name/why', (request, reply) => answer(request, reply, (language, path, letter) => whyPage(language, path, letter), null));
	app.get('/u/:name/choose', (request, reply) => answer(request, reply, choosing, null));
	app.register(async (scope) => {
		for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
			scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) => done(null, body));
		scope.post('/u/:name', (request, reply) => answer(request, reply, leaving, fieldsOf(request)));
		scope.post('/u/:name/choose', (request, reply) => answer(request, reply, choosing, fieldsOf(request)));
	});
};
