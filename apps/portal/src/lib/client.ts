/**
 * The typed client of the contract. Three HTTP clients exist (calls.md section 7):
 * 1 `main`, /api with credentials · 2 `identity`, /identity with credentials · 3 `open`, /api without credentials.
 * The first two swallow a 401 and reject every other error; the third goes to the login URL on a 401.
 */
import { type AnswerOf, type BesideOf, type CallShape, ErrorAnswer, type InputOf, Page } from '@luvalla/contract/call';
import { CUSTOMER_KEY, DOMAIN_KEY, RETRY_403_DELAY_MS } from '@luvalla/contract/constants';
import * as z from 'zod';
import { takeAhead } from './asked-ahead.ts';
import { askToConfirm } from './confirmation.ts';
import { CallFailure, EmptyPayload, Unauthenticated } from './failure.ts';
import { fixedText } from './fixed-texts.ts';
import { currentLanguage, type Text } from './say.ts';

/** Whom a call is about, when it is not in its path: sent as headers to the calls that read them. */
export interface Scope {
	customerId?: number | null;
	domainId?: string | null;
}

export interface Answer<C extends CallShape> {
	data: AnswerOf<C>;
	/** Beside lists that can grow. */
	page: Page | null;
	/** What else the contract puts beside `data` (`beside` of the call). */
	beside?: BesideOf<C>;
}
/** `signedIn: false` is the swallowed 401. */
export type Sent<C extends CallShape> = ({ signedIn: true } & Answer<C>) | { signedIn: false };

export type ClientName = 'main' | 'identity' | 'open';

/** Which of the three clients makes a call: identity's own, those open to anyone without credentials, the rest with. */
export function clientOf(call: CallShape): ClientName {
	if (call.api === 'identity') return 'identity';
	return call.may.includes('anyone') ? 'open' : 'main';
}

/** The address of the sign-in: a new authorization, in the person's language. */
export const loginUrl = (email?: string): string =>
	`/identity/login?${new URLSearchParams({ ...(email ? { login_hint: email } : {}), ui_locales: currentLanguage() })}`;

const bases: Record<ClientName, string> = { main: '/api', identity: '/identity', open: '/api' };

let session: Scope = {};
/** The session tells the client what is current; calls of that scope carry it unless the page names another. */
export function setCurrent(scope: Scope): void {
	session = scope;
}

const unauthenticatedListeners = new Set<() => void>();
/** Calls back after each swallowed 401; returns the way to stop. */
export function onUnauthenticated(listener: () => void): () => void {
	unauthenticatedListeners.add(listener);
	return () => unauthenticatedListeners.delete(listener);
}

/** Leaves the portal; a seam for tests, as jsdom has no navigation. */
export const browser = {
	go: (url: string): void => window.location.assign(url),
	replace: (url: string): void => window.location.replace(url),
	wait: (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms)),
};

/** What `InputOf` comes down to once the call is no longer known. */
interface Parts {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	body?: unknown;
	/** Of a multipart call. */
	file?: Blob | undefined;
}

/**
 * Makes a call. Resolves with its parsed answer, or `signedIn: false` for a 401 on clients one and two.
 * @throws EmptyPayload when a body was asked for and is empty: nothing was sent
 * @throws CallFailure for every other error, after one retry of a 403 where the call says so
 */
export async function send<C extends CallShape>(call: C, input: InputOf<C>, scope: Scope = {}, signal?: AbortSignal): Promise<Sent<C>> {
	const parts: Parts = Object(input);
	// A body that has a default may be left out: what the call is about stands in its path.
	const needed = call.body ? !call.body.safeParse(undefined).success : call.query !== undefined;
	if (call.invalid && needed && isEmpty(call.body ? parts.body : parts.query))
		throw new EmptyPayload(fixedText(call.invalid, currentLanguage()));
	return settle(call, await (call.method === 'GET' ? tried : heard)(call, parts, scope, signal));
}

/** What was sent and never answered, or by a proxy that had no answer: it may have been done all the same. */
const unheard = new Set<string>();
/**
 * Said of the same once more, where it is refused for what came before, or is not sent since a second one would come of it; whoever then
 * presses again means it.
 */
const MAYBE_DONE: Text = {
	en: 'The press before may have saved this: only its answer was lost. Close this and look; if it is not there, press again.',
	fi: 'Edellinen painallus saattoi tallentaa tämän, sillä vain vastaus katosi matkalla. Sulje tämä ja katso. Jos sitä ei ole, paina uudelleen.',
};

async function heard(call: CallShape, parts: Parts, scope: Scope, signal?: AbortSignal): Promise<Attempt> {
	const sent = JSON.stringify([call.method, urlOf(call, parts), [...headersOf(call, parts, scope)], parts.body]);
	const again = unheard.delete(sent);
	const maybe = (code: string, status: number): Attempt => ({ status, code, json: { code, error: MAYBE_DONE[currentLanguage()] } });
	if (again && call.doubles) return maybe('maybe_done', 0);
	const answer = await tried(call, parts, scope, signal);
	if (answer.status === 0 || /^http_50[24]$/.test(answer.code)) unheard.add(sent);
	return again && answer.status === 409 && /_(known|taken)$/.test(answer.code) ? maybe(answer.code, 409) : answer;
}

async function tried(call: CallShape, parts: Parts, scope: Scope, signal?: AbortSignal): Promise<Attempt> {
	const first = await attempt(call, parts, scope, signal);
	if (first.status === 403 && call.retryOn403 && first.code !== 'confirm_identity') {
		await browser.wait(RETRY_403_DELAY_MS);
		return attempt(call, parts, scope);
	}
	// once, and only when the person proved who they are in between
	if (first.status === 403 && first.code === 'confirm_identity' && (await askToConfirm())) {
		return attempt(call, parts, scope);
	}
	return first;
}

/** As `send`, but a swallowed 401 is thrown as `Unauthenticated`: what queries and mutations need. The signal ends it early. */
export async function ask<C extends CallShape>(call: C, input: InputOf<C>, scope?: Scope, signal?: AbortSignal): Promise<Answer<C>> {
	return answered(await send(call, input, scope, signal));
}

function answered<C extends CallShape>(sent: Sent<C>): Answer<C> {
	if (!sent.signedIn) throw new Unauthenticated();
	return { data: sent.data, page: sent.page, beside: sent.beside };
}

/**
 * As `ask`, for the file of a multipart call, and tells the share that has left, 0 to 1; `fetch` does not tell it.
 * @throws CallFailure with the server's sentence; Unauthenticated
 */
export async function sendFile<C extends CallShape>(
	call: C,
	input: InputOf<C>,
	onProgress: (share: number) => void,
	scope: Scope = {},
): Promise<Answer<C>> {
	const parts: Parts = Object(input);
	const tried = await new Promise<Attempt>((done) => {
		const request = new XMLHttpRequest();
		request.open(call.method, urlOf(call, parts));
		for (const [name, value] of headersOf(call, parts, scope)) request.setRequestHeader(name, value);
		request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
		request.onload = () => done(attemptOf(request.status, request.responseText));
		request.onerror = () => done(NO_ANSWER);
		request.send(bodyOf(call, parts));
	});
	return answered(settle(call, tried));
}

/**
 * The file that a call answers (`file` of the contract), with the name that the server gives it.
 * @throws CallFailure with the server's sentence; Unauthenticated
 */
export async function fetchFile<C extends CallShape>(call: C, input: InputOf<C>, scope: Scope = {}): Promise<{ name: string; blob: Blob }> {
	const parts: Parts = Object(input);
	const get = () =>
		fetch(urlOf(call, parts), {
			method: call.method,
			headers: headersOf(call, parts, scope),
			credentials: 'include',
			body: bodyOf(call, parts),
		});
	try {
		let response = await get();
		if (!response.ok) {
			const refused = attemptOf(response.status, await response.text());
			const proven = refused.code === 'confirm_identity' && (await askToConfirm());
			if (proven) response = await get();
			if (!response.ok) {
				answered(settle(call, proven ? attemptOf(response.status, await response.text()) : refused));
				throw new Unauthenticated();
			}
		}
		const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
		return { name: decodeURIComponent(name), blob: await response.blob() };
	} catch (error) {
		settle(call, noAnswer(error));
		throw error;
	}
}

interface Attempt {
	status: number;
	code: string;
	json: unknown;
}

async function attempt(call: CallShape, parts: Parts, scope: Scope, signal?: AbortSignal): Promise<Attempt> {
	const client = clientOf(call);
	const url = urlOf(call, parts);
	try {
		const response = await (takeAhead(call.method, url) ??
			fetch(url, {
				method: call.method,
				headers: headersOf(call, parts, scope),
				credentials: client === 'open' ? 'omit' : 'include',
				body: bodyOf(call, parts),
				signal,
			}));
		return attemptOf(response.status, await response.text());
	} catch (error) {
		return noAnswer(error);
	}
}

/** The code of a call that no server answered. */
export const NO_CONNECTION = 'no_connection';
const NO_ANSWER: Attempt = { status: 0, code: NO_CONNECTION, json: null };
/** fetch rejects with a TypeError when there is no answer, or not all of one; anything else is a fault of ours. */
function noAnswer(error: unknown): Attempt {
	if (error instanceof TypeError) return NO_ANSWER;
	throw error;
}

function attemptOf(status: number, text: string): Attempt {
	const json = text === '' ? null : parseJson(text);
	return { status, code: ErrorAnswer.safeParse(json).data?.code ?? `http_${status}`, json };
}

/** A form for a file: the browser itself names the boundary in the header. */
function bodyOf({ multipart }: CallShape, { file, body }: Parts): FormData | string | undefined {
	if (!file) return body === undefined ? undefined : JSON.stringify(body);
	const form = new FormData();
	form.set(multipart?.part ?? 'file', file);
	return form;
}

/** Proxies answer errors in HTML; those count as an answer without text. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}

/** Of every answer that is no error. */
const Envelope = z.object({ data: z.unknown(), page: Page.nullish() });

function settle<C extends CallShape>(call: C, { status, code, json }: Attempt): Sent<C> {
	if (status === 401) {
		if (clientOf(call) === 'open' && !call.ignore401) {
			browser.go(loginUrl());
		} else {
			for (const listener of unauthenticatedListeners) listener();
		}
		return { signedIn: false };
	}
	const language = currentLanguage();
	const failure = fixedText(call.failure, language);
	if (status < 200 || status >= 300) {
		const answer = ErrorAnswer.safeParse(json).data;
		throw new CallFailure(answer?.error ?? failure, status, { code, fields: answer?.fields });
	}
	const envelope = Envelope.safeParse(json);
	const data = envelope.success ? call.answer.safeParse(envelope.data.data) : null;
	if (!envelope.success || !data?.success) throw new CallFailure(failure, status, { code: 'unreadable_answer' });
	// What stands beside is an addition: an answer that is whole without it is shown.
	const beside = call.beside?.safeParse(json).data as BesideOf<C> | undefined;
	return { signedIn: true, data: data.data as AnswerOf<C>, page: envelope.data.page ?? null, ...(beside && { beside }) };
}

function urlOf(call: CallShape, { params, query }: Parts): string {
	const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query ?? {})) {
		for (const one of Array.isArray(value) ? value : [value])
			if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
	}
	const tail = search.size > 0 ? `?${search}` : '';
	return `${bases[clientOf(call)]}${path.startsWith('/') ? '' : '/'}${path}${tail}`;
}

function headersOf(call: CallShape, parts: Parts, scope: Scope): Headers {
	const headers = new Headers({ accept: 'application/json', 'accept-language': currentLanguage() });
	if (parts.body !== undefined) headers.set('content-type', 'application/json');
	const domainId = scope.domainId !== undefined ? scope.domainId : call.of === 'domain:header' ? session.domainId : null;
	const customerId = scope.customerId !== undefined ? scope.customerId : session.customerId;
	const names = [
		...(call.of?.startsWith('domain:header') && domainId ? [[DOMAIN_KEY, domainId] as const] : []),
		...(clientOf(call) !== 'open' && customerId ? [[CUSTOMER_KEY, String(customerId)] as const] : []),
	];
	// With a hyphen, too: many a proxy drops headers with underscores, and the server would take another customer.
	for (const [name, value] of names) for (const spelling of [name, name.replace('_', '-')]) headers.set(spelling, value);
	return headers;
}

/** Nothing in it: absent, an empty object or list, or one whose every value is empty. */
function isEmpty(body: unknown): boolean {
	if (body === undefined || body === null || body === '') return true;
	if (Array.isArray(body)) return body.length === 0;
	return typeof body === 'object' && Object.values(body).every((value) => value === undefined || value === null || value === '');
}
