/** A network log in the form HAR 1.2: what was asked for and answered, without bodies. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanPass } from '@luvalla/contract/consent/scans.ts';
import type { Request, Response } from 'playwright-core';

interface Pair {
	readonly name: string;
	readonly value: string;
}
interface HarPage {
	readonly id: string;
	readonly startedDateTime: string;
	readonly title: string;
	readonly pageTimings: Record<string, never>;
	readonly comment: ScanPass;
}

/** More are counted by nobody: a page that asks without end is cut off in the log, too. */
const MOST_ENTRIES = 20_000;

/**
 * A network log that grows on disk: of two hundred pages it is larger than all else that a scan knows. Its file has no name from the
 * beginning on, so that nothing is left behind however the program ends.
 */
export class HarLog {
	readonly #file: FileHandle;
	readonly #pages: HarPage[] = [];
	#entries = 0;
	#waiting: string[] = [];
	#writing: Promise<void> | null = null;
	/** Why the log is not whole. */
	#failure: { error: unknown } | null = null;

	private constructor(file: FileHandle) {
		this.#file = file;
	}

	/** Who opens it closes it. */
	static async open(): Promise<HarLog> {
		const path = join(tmpdir(), `luvalla-har-${randomUUID()}`);
		const file = await open(path, 'wx+', 0o600);
		await unlink(path);
		return new HarLog(file);
	}

	/** How many requests it holds. */
	get entries(): number {
		return this.#entries;
	}
	get isFull(): boolean {
		return this.#entries >= MOST_ENTRIES;
	}

	/** A page is opened: answers its id. */
	begins(url: string, pass: ScanPass): string {
		const id = `${pass}_${this.#pages.length + 1}`;
		this.#pages.push({ id, startedDateTime: new Date().toISOString(), title: url, pageTimings: {}, comment: pass });
		return id;
	}

	add(entry: HarEntry): void {
		if (this.isFull) return;
		this.#waiting.push(`${this.#entries > 0 ? ',' : ''}${JSON.stringify(entry)}`);
		this.#entries += 1;
		this.#writing ??= this.#write().finally(() => {
			this.#writing = null;
		});
	}

	async #write(): Promise<void> {
		try {
			while (this.#waiting.length > 0) await this.#file.appendFile(this.#waiting.splice(0).join('\n'));
		} catch (error) {
			this.#failure = { error };
			this.#waiting = [];
		}
	}

	/** The log as a file of the form HAR. @throws what kept it from being written */
	async *bytes(): AsyncGenerator<Uint8Array> {
		await this.#writing;
		if (this.#failure) throw this.#failure.error;
		const head = { version: '1.2', creator: { name: 'Luvalla', version: '1' }, pages: this.#pages };
		yield Buffer.from(`{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`);
		yield* this.#file.createReadStream({ start: 0, autoClose: false });
		yield Buffer.from(']}}');
	}

	async close(): Promise<void> {
		await this.#writing;
		await this.#file.close();
	}
}

const headerOf = (headers: readonly Pair[], name: string): string => headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';
const sizeOf = (headers: readonly Pair[]): number => {
	const said = Number.parseInt(headerOf(headers, 'content-length'), 10);
	return Number.isNaN(said) ? -1 : said;
};

/** One request; times are milliseconds, −1 where they are not known. @param failure why there was no answer, in the browser's words */
export const entryOf = (
	pageref: string,
	startedAt: number,
	endedAt: number,
	request: Request,
	headers: Pair[],
	response: Response | null,
	answered: Pair[],
	failure: string | null,
) => ({
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

export type HarEntry = ReturnType<typeof entryOf>;
