/**
 * Shows pushes that a visitor permitted, and leads where they lead. It stands in the site's service worker, after what holds known tags
 * where there is that; a worker of the site's own may import it.
 */
import type { PushWorkerData } from './file.ts';
import type { PushMessage } from './push-message.ts';

/** Given by the file as it is served. */
declare const LUVALLA_PUSH: PushWorkerData;

/** What a service worker has beside a page's names. */
interface Scope {
	registration: {
		showNotification(title: string, options: object): Promise<void>;
	};
	navigator: { language: string };
	clients: { openWindow(url: string): Promise<unknown> };
	addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
	addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}
interface Lasting {
	waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Lasting {
	data: { json(): PushMessage } | null;
}
interface ClickEvent extends Lasting {
	action: string;
	notification: { data?: { link?: string; why?: string }; close(): void };
}

const scope = globalThis as unknown as Scope;
const [words, usual] = LUVALLA_PUSH;

/** Nothing that runs. */
const isAddress = (url?: string): url is string => /^https?:\/\//.test(url ?? '');

scope.addEventListener('push', (event) => {
	let message: PushMessage | undefined;
	try {
		message = event.data?.json();
	} catch {
		// Somebody else's push.
	}
	if (!message?.tag || !message.title) return;
	const { title, body, tag, link, image, why } = message;
	const language = scope.navigator.language.replace(/-.*/, '');
	event.waitUntil(
		scope.registration.showNotification(title, {
			body,
			tag,
			...(isAddress(image) && { image }),
			data: { link, why },
			...(isAddress(why) && { actions: [{ action: 'why', title: words[language] ?? words[usual] }] }),
		}),
	);
});
scope.addEventListener('notificationclick', (event) => {
	const { notification, action } = event;
	const { link, why } = notification.data ?? {};
	const to = action === 'why' ? why : link;
	notification.close();
	event.waitUntil(scope.clients.openWindow(isAddress(to) ? to : '/'));
});
