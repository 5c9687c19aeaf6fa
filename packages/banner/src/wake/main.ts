/**
 * Finds what is marked, starts what is allowed, and puts frames and images of what is not back to sleep. Loaded where the
 * page has something marked, and from then on asked by the core whenever something was answered.
 *
 * A script is woken by a fresh clone put in its place: setting type and address of the element itself never loads in
 * Firefox and holds the parser in Chromium, and an element that was made by `innerHTML` or a framework counts as started.
 * Classic scripts run in document order, one after the other; `async` ones and modules wait for nobody and hold nobody. The
 * attribute tells, not the property: that is true of every script that a parser met and did not run.
 */
import { listening } from './events.ts';
import { standIns } from './stand-ins.ts';
import { writing } from './writing.ts';

/** How long a script may take to load or fail before the next one runs. */
export const WAIT_MS = 10_000;

/** What a browser runs as a classic script (HTML, "JavaScript MIME type"). */
const CLASSIC = /^(((text|application)\/(x-)?(java|ecma)script)|text\/(jscript|livescript|javascript1\.[0-5]))?$/i;

/** What waits by its marks; a script waits while its type says so. */
const MARKED = 'script[type="text/plain"][data-luvalla],:not(script)[data-luvalla],luvalla-declaration,[data-luvalla-declaration]';

/** Whether something stands behind it in the document: then the parser has ended it. */
const isFollowed = (node: Node | null): boolean => !!node && (!!node.nextSibling || isFollowed(node.parentNode));

const start = (): void => {
	const core = window.luvalla?.$;
	if (!core || core.wake) return;
	const { me, trust } = core;
	const { held } = core;
	const allowed = (keys = ''): boolean => window.luvalla?.allowed(keys) === true;
	const written = writing(trust);
	const events = listening();
	const standIn = standIns();
	const queue: HTMLScriptElement[] = [];
	const woken = new WeakSet<HTMLScriptElement>();
	let busy = false;
	/** The page is parsed. */
	let ready = document.readyState !== 'loading';

	/** Runs it, and calls back once when nothing has to wait for it any more. */
	const run = (original: HTMLScriptElement, next?: () => void): void => {
		const { src, type = '' } = original.dataset;
		const fresh = document.createElement('script');
		// By nodes: a parser takes names that a script may not give.
		for (const attribute of original.attributes)
			if (!/^(src|type|onload|onerror)$/.test(attribute.name)) fresh.setAttributeNode(attribute.cloneNode() as Attr);
		if (type) fresh.type = type;
		fresh.nonce = original.nonce;
		fresh.async = original.hasAttribute('async');
		// As the page gave them, by attribute or by script; what was added by `addEventListener` hears it on the original.
		fresh.onload = original.onload;
		fresh.onerror = original.onerror;
		original.onload = original.onerror = null;
		const text = original.text;
		if (src) fresh.src = trust?.createScriptURL(src) ?? src;
		else fresh.text = trust?.createScript(text) ?? text;
		const module = type === 'module';
		// What has no event: inline scripts, data, what is for old browsers only.
		const comes = module || (!!src && CLASSIC.test(type.trim()) && !fresh.hasAttribute('nomodule'));
		const end = events.begin(fresh, module);
		const write = written.begin(fresh, original);
		let ended = false;
		const done = (): void => {
			if (ended) return;
			ended = true;
			write();
			end();
			next?.();
		};
		if (comes) {
			for (const name of ['load', 'error'])
				fresh.addEventListener(name, () => {
					done();
					original.dispatchEvent(new Event(name));
				});
			setTimeout(done, WAIT_MS);
		}
		standIn(original, fresh);
		if (!comes) done();
	};
	const next = (): void => {
		while (!busy) {
			const script = queue.shift();
			if (!script) return;
			if (!script.isConnected) continue;
			// Taken back while it waited.
			if (!allowed(script.dataset.luvalla)) {
				woken.delete(script);
				held.add(script);
				continue;
			}
			busy = true;
			run(script, () => {
				busy = false;
				next();
			});
		}
	};

	const wakeScript = (script: HTMLScriptElement): void => {
		const { luvalla, src, type } = script.dataset;
		// A page that trusts by nonce trusts nothing else: marks alone start nothing there.
		if (!allowed(luvalla) || (me.nonce && script.nonce !== me.nonce)) return;
		// Met again while it ran: once is enough.
		if (!held.delete(script) || woken.has(script)) return;
		woken.add(script);
		if (type === 'module' || (src && script.hasAttribute('async'))) run(script);
		else queue.push(script);
	};
	const show = (element: HTMLElement): void => {
		const { luvalla, src } = element.dataset;
		if (luvalla === undefined && ready) core.load(`declaration.${core.language()}`);
		if (luvalla === undefined || !src) return;
		const open = allowed(luvalla);
		const frame = element instanceof HTMLIFrameElement;
		if (frame && !open && ready) core.load(`frames.${core.language()}`);
		if (open === element.hasAttribute('src')) return;
		if (open) element.setAttribute('src', src);
		else {
			element.removeAttribute('src');
			// What it shows goes too, and leaves nothing to go back to.
			if (frame) element.contentWindow?.location.replace('about:blank');
		}
	};
	core.wake = () => {
		for (const element of held) if (!element.isConnected) held.delete(element);
		const inOrder = [...held].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
		for (const element of inOrder)
			if (element.localName === 'script') wakeScript(element as HTMLScriptElement);
			else show(element);
		next();
		core.swept?.();
	};

	/** Answers whether it waits; what the parser may still be writing is met again later. */
	const meet = (element: HTMLElement): boolean => {
		const written = element.localName !== 'script' || element.dataset.src || ready || isFollowed(element);
		if (!written || held.has(element)) return false;
		held.add(element);
		return true;
	};
	const meetIn = (root: ParentNode): boolean => {
		let found = false;
		for (const element of root.querySelectorAll<HTMLElement>(MARKED)) found = meet(element) || found;
		return found;
	};
	/** A page that is still being parsed is looked at after twice the time each time, as the core does; later it is told what is new. */
	const search = (wait: number): void => {
		if (!ready) setTimeout(search, wait, wait * 2);
		if (meetIn(document)) core.sweep();
	};
	const watcher = new MutationObserver((changes) => {
		let found = false;
		let top: Element | undefined;
		// What stands in something that was just looked at was looked at with it.
		for (const { addedNodes } of changes)
			for (const node of addedNodes)
				if (node instanceof Element && !top?.contains(node)) {
					top = node;
					if (node.matches(MARKED)) found = meet(node as HTMLElement) || found;
					if (node.firstElementChild) found = meetIn(node) || found;
				}
		// Only when something that waits came: a busy page is not searched through again and again.
		if (found) core.sweep();
	});
	const begin = (): void => {
		ready = true;
		meetIn(document);
		watcher.observe(document, { childList: true, subtree: true });
		core.sweep();
	};
	if (ready) begin();
	else {
		document.addEventListener('DOMContentLoaded', begin);
		search(8);
	}
};

start();
