/**
 * News of the server, live: one stream a browser, shared over its tabs. The tab that holds the Web Lock reads
 * `/api/live` and passes each piece on by BroadcastChannel; when it closes, the next tab takes over.
 */
import { News } from '@luvalla/contract/live';
import { onSessionEnd } from './session.ts';

const NAME = 'luvalla.live';
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

const listeners = new Set<(news: News) => void>();
let stop: (() => void) | null = null;

/** Hears of every change in what the person may see; returns the way to stop. The first listener opens the stream. */
export function onNews(listener: (news: News) => void): () => void {
	listeners.add(listener);
	stop ??= start();
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) end();
	};
}

function end(): void {
	stop?.();
	stop = null;
}
onSessionEnd(end);

function start(): () => void {
	const ended = new AbortController();
	const channel = new BroadcastChannel(NAME);
	const tell = (text: unknown): void => {
		const news = News.safeParse(text);
		if (news.success) for (const listener of listeners) listener(news.data);
	};
	channel.onmessage = (event) => tell(event.data);
	navigator.locks
		.request(NAME, { signal: ended.signal }, () =>
			read(ended.signal, (news) => {
				channel.postMessage(news);
				tell(news);
			}),
		)
		.catch((error: unknown) => {
			// leaving the queue for the lock is how a tab stops waiting
			if (!ended.signal.aborted) throw error;
		});
	return () => {
		ended.abort();
		channel.close();
	};
}

/** Reads the stream until the signal; a stream that the server ended is opened again, more and more patiently. */
function read(signal: AbortSignal, tell: (news: unknown) => void): Promise<void> {
	return new Promise((resolve) => {
		let source: EventSource;
		let delay = FIRST_RETRY_MS;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const open = () => {
			source = new EventSource('/api/live', { withCredentials: true });
			source.addEventListener('open', () => {
				delay = FIRST_RETRY_MS;
			});
			source.addEventListener('news', (event) => tell(parse(event.data)));
			source.addEventListener('error', () => {
				if (source.readyState !== EventSource.CLOSED) return;
				timer = setTimeout(open, delay);
				delay = Math.min(delay * 2, LONGEST_RETRY_MS);
			});
		};
		open();
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			source.close();
			resolve();
		});
	});
}

function parse(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}
