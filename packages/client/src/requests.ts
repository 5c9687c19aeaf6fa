/** Sending a request until it is answered: the same one, under the same key, so that whatever gets lost it is done once. */
import { LuvallaError } from './errors.ts';

export interface RequestOptions {
	/** Of your own making, up to 150 signs without blanks: the same request under it is done once within 24 hours. */
	idempotencyKey?: string;
	signal?: AbortSignal;
}

export interface Connection {
	/** Where Luvalla is, as `https://consent.example.com`. */
	readonly baseUrl: string;
	/** A domain's access token or a machine application's; a function is asked before each request. */
	readonly token: string | (() => string | Promise<string>);
	/** How often a request is sent again that was not answered, or answered with 429, 502, 503 or 504. By default 5. */
	readonly retries?: number;
	/** After this long there is no answer. By default 30,000 ms. */
	readonly timeoutMs?: number;
	/** No longer than this is waited before sending again. By default 60,000 ms. */
	readonly longestWaitMs?: number;
	/** Language of sentences. By default `en`. */
	readonly language?: 'en' | 'fi';
	/** In place of the global one. */
	readonly fetch?: typeof fetch;
}

const AGAIN = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;

const rest = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
	new Promise((resolve, reject) => {
		// Who was stopped before is not told again.
		if (signal?.aborted) return reject(signal.reason);
		const stop = (): void => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		}, ms);
		signal?.addEventListener('abort', stop, { once: true });
	});

/** @throws TypeError where the token would go over an open line */
export const addressOf = (baseUrl: string): string => {
	const url = new URL(baseUrl);
	const isLocal = /^(localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw new TypeError('Use an address that starts with https://');
	return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const refusedBy = (status: number, answer: unknown): LuvallaError => {
	const said = isRecord(answer) ? answer : {};
	const code = typeof said.code === 'string' ? said.code : `http_${status}`;
	const fields = isRecord(said.fields) ? (said.fields as Record<string, string>) : undefined;
	const sentence = typeof said.error === 'string' ? said.error : `Luvalla answered ${status}.`;
	return new LuvallaError(`${sentence} (${code})`, { code, status, fields });
};

/** How long to wait before trying again; somebody's `Retry-After` counts more than our own patience. */
const waitOf = (response: Response | null, attempt: number): number => {
	const told = Number(response?.headers.get('retry-after') ?? Number.NaN);
	return Number.isFinite(told) && told >= 0 ? told * 1000 : FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
};

export type Send = (path: string, body: object, options?: RequestOptions) => Promise<unknown>;

export const createSend = (connection: Connection): Send => {
	const { token, retries = 5, timeoutMs = 30_000, longestWaitMs = 60_000, language = 'en' } = connection;
	const base = addressOf(connection.baseUrl);

	const tryOnce = async (
		path: string,
		text: string,
		key: string | undefined,
		signal: AbortSignal | undefined,
	): Promise<Response | Error> => {
		const stopping = new AbortController();
		const stop = (): void => stopping.abort(signal?.reason);
		const timer = setTimeout(() => stopping.abort(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
		signal?.addEventListener('abort', stop, { once: true });
		try {
			const response = await (connection.fetch ?? fetch)(`${base}/edge/v1${path}`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
					'content-type': 'application/json',
					'accept-language': language,
					...(key !== undefined && { 'idempotency-key': key }),
				},
				body: text,
				// A token is for whom it was given to, wherever they point.
				redirect: 'error',
				signal: stopping.signal,
			});
			// Read here, while somebody still watches the time.
			return new Response(await response.text(), { status: response.status, headers: response.headers });
		} catch (error) {
			if (signal?.aborted) throw signal.reason;
			return error instanceof Error ? error : new Error(String(error));
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', stop);
		}
	};

	return async (path, body, { idempotencyKey, signal } = {}) => {
		signal?.throwIfAborted();
		const text = JSON.stringify(body);
		for (let attempt = 0; ; attempt++) {
			const tried = await tryOnce(path, text, idempotencyKey, signal);
			const response = tried instanceof Error ? null : tried;
			const wait = waitOf(response, attempt);
			const last = attempt >= retries || wait > longestWaitMs;
			if (response === null && last)
				throw new LuvallaError('Luvalla did not answer: send the same again. (no_answer)', { code: 'no_answer', status: 0, cause: tried });
			if (response !== null && (last || !AGAIN.has(response.status))) {
				const answer: unknown = await response.json().catch(() => null);
				if (response.ok && isRecord(answer)) return answer.data;
				throw refusedBy(response.status, answer);
			}
			await rest(wait, signal);
		}
	};
};
