/** One stream a browser: the tab that holds the lock reads, the others hear; it ends with the session. */

import { logoff } from '@luvalla/contract/identity/account';
import type { News } from '@luvalla/contract/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '../test/setup.ts';
import { browser } from './client.ts';
import { answers } from './handlers.ts';
import { onNews } from './live.ts';
import { logOut } from './session.ts';

const news: News = { topic: 'consents', customerId: 1, domains: { a: 2 } };

class Source extends EventTarget {
	static readonly CLOSED = 2;
	static all: Source[] = [];
	readyState = 1;
	readonly url: string;
	constructor(url: string) {
		super();
		this.url = url;
		Source.all.push(this);
	}
	close() {
		this.readyState = Source.CLOSED;
	}
	/** As the server would. */
	send(data: string) {
		this.dispatchEvent(new MessageEvent('news', { data }));
	}
	break() {
		this.readyState = Source.CLOSED;
		this.dispatchEvent(new Event('error'));
	}
}

class Channel {
	static all: Channel[] = [];
	onmessage: ((event: { data: unknown }) => void) | null = null;
	posted: unknown[] = [];
	constructor() {
		Channel.all.push(this);
	}
	postMessage(data: unknown) {
		this.posted.push(data);
	}
	close() {
		Channel.all = Channel.all.filter((one) => one !== this);
	}
}

/** Grants the lock at once, or never. */
const lock = (granted: boolean) =>
	Object.defineProperty(navigator, 'locks', {
		configurable: true,
		value: {
			request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
				granted
					? work()
					: new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))),
		},
	});

let stop: () => void = () => {};
beforeEach(() => {
	Source.all = [];
	Channel.all = [];
	vi.stubGlobal('EventSource', Source);
	vi.stubGlobal('BroadcastChannel', Channel);
	vi.useFakeTimers();
});
afterEach(() => {
	stop();
	vi.useRealTimers();
});

describe('the tab that holds the lock', () => {
	it('reads the stream, hears it and passes it on', () => {
		lock(true);
		const heard = vi.fn();
		stop = onNews(heard);
		expect(Source.all.map((one) => one.url)).toEqual(['/api/live']);
		Source.all[0]?.send(JSON.stringify(news));
		expect(heard).toHaveBeenCalledWith(news);
		expect(Channel.all[0]?.posted).toEqual([news]);
	});
	it('opens one stream for any number of listeners, and closes it after the last', () => {
		lock(true);
		const stops = [onNews(vi.fn()), onNews(vi.fn())];
		expect(Source.all).toHaveLength(1);
		stops[0]?.();
		expect(Source.all[0]?.readyState).toBe(1);
		stops[1]?.();
		expect(Source.all[0]?.readyState).toBe(Source.CLOSED);
	});
	it('ignores what is not news', () => {
		lock(true);
		const heard = vi.fn();
		stop = onNews(heard);
		Source.all[0]?.send('{"topic":"else"}');
		Source.all[0]?.send('not json');
		expect(heard).not.toHaveBeenCalled();
	});
	it('opens a stream that the server ended again, more and more patiently', () => {
		lock(true);
		stop = onNews(vi.fn());
		Source.all[0]?.break();
		vi.advanceTimersByTime(1000);
		expect(Source.all).toHaveLength(2);
		Source.all[1]?.break();
		vi.advanceTimersByTime(1000);
		expect(Source.all).toHaveLength(2);
		vi.advanceTimersByTime(1000);
		expect(Source.all).toHaveLength(3);
	});
});

describe('every other tab', () => {
	it('opens no stream and hears by the channel', () => {
		lock(false);
		const heard = vi.fn();
		stop = onNews(heard);
		expect(Source.all).toEqual([]);
		Channel.all[0]?.onmessage?.({ data: news });
		expect(heard).toHaveBeenCalledWith(news);
	});
});

it('ends with the session', async () => {
	vi.useRealTimers();
	lock(true);
	vi.spyOn(browser, 'go').mockImplementation(() => {});
	vi.spyOn(browser, 'wait').mockResolvedValue();
	server.use(answers(logoff, { signedOut: true }));
	stop = onNews(vi.fn());
	await logOut();
	expect(Source.all[0]?.readyState).toBe(Source.CLOSED);
});
