/** A network log in the form HAR 1.2: what was asked for and answered, without bodies. */
import type { ScanPass } from '@luvalla/contract/consent/scans.ts';
import type { Request, Response } from 'playwright-core';

interface Pair {
	readonly name: string;
	readonly value: string;
}
/** One request; times are milliseconds, −1 where they are not known. */
export interface HarEntry {
	readonly pageref: string;
	readonly startedDateTime: string;
	readonly time: number;
	readonly request: {
		method: string;
		url: string;
		httpVersion: string;
		cookies: [];
		headers: Pair[];
		queryString: Pair[];
		headersSize: -1;
		bodySize: number;
	};
	readonly response: {
		status: number;
		statusText: string;
		httpVersion: string;
		cookies: [];
		headers: Pair[];
		content: { size: number; mimeType: string };
		redirectURL: string;
		headersSize: -1;
		bodySize: number;
	};
	readonly cache: Record<string, never>;
	readonly timings: { send: 0; wait: number; receive: number };
	/** Why there was no answer. */
	readonly comment?: string;
}
export interface HarPage {
	readonly id: string;
	readonly startedDateTime: string;
	readonly title: string;
	readonly pageTimings: Record<string, never>;
	readonly comment: ScanPass;
}
export interface Har {
	readonly log: {
		readonly version: '1.2';
		readonly creator: { readonly name: string; readonly version: string };
		readonly pages: HarPage[];
		readonly entries: HarEntry[];
	};
}

/** More are counted by nobody: a page that asks without end is cut off in the log, too. */
export const MOST_ENTRIES = 20_000;

export const emptyHar = (): Har => ({ log: { version: '1.2', creator: { name: 'Luvalla', version: '1' }, pages: [], entries: [] } });

const headerOf = (headers: readonly Pair[], name: string): string => headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';
const sizeOf = (headers: readonly Pair[]): number => {
	const said = Number.parseInt(headerOf(headers, 'content-length'), 10);
	return Number.isNaN(said) ? -1 : said;
};

/** @param failure why there was no answer, in the browser's words */
export const entryOf = (
	pageref: string,
	startedAt: number,
	endedAt: number,
	request: Request,
	headers: Pair[],
	response: Response | null,
	answered: Pair[],
	failure: string | null,
): HarEntry => ({
	pageref,
	startedDateTime: new Date(startedAt).toISOString(),
	time: Math.max(0, endedAt - startedAt),
	request: {
		method: request.method(),
		url: request.url(),
		httpVersion: '',
		cookies: [],
		headers,
		queryString: [...(URL.parse(request.url())?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
		headersSize: -1,
		bodySize: request.postDataBuffer()?.length ?? 0,
	},
	response: {
		status: response?.status() ?? 0,
		statusText: response?.statusText() ?? '',
		httpVersion: '',
		cookies: [],
		headers: answered,
		content: { size: sizeOf(answered), mimeType: headerOf(answered, 'content-type') || 'x-unknown' },
		redirectURL: headerOf(answered, 'location'),
		headersSize: -1,
		bodySize: sizeOf(answered),
	},
	cache: {},
	timings: { send: 0, wait: Math.max(0, endedAt - startedAt), receive: 0 },
	...(failure !== null && { comment: failure }),
});
