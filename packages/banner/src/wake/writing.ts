/**
 * `document.write` of scripts that run late: instead of wiping the page, what a woken script writes is put in its place
 * when it has ended. Pieces of one script are one text, so that a tag may come in halves.
 */
import type { Trust } from '../core/api.ts';

export interface Writing {
	/** To be called before a script stands in the page; answers what puts its text there. */
	begin(script: HTMLScriptElement, original: HTMLScriptElement): () => void;
}

export const writing = (trust: Trust | undefined): Writing => {
	const doc = document;
	/** Woken script → what it has written. */
	const texts = new WeakMap<HTMLOrSVGScriptElement, string>();
	const mine = (): string | undefined => (doc.currentScript ? texts.get(doc.currentScript) : undefined);

	for (const name of ['write', 'writeln'] as const) {
		const was = doc[name];
		doc[name] = (...given: string[]) => {
			const text = mine();
			if (text === undefined || !doc.currentScript) was.apply(doc, given);
			else texts.set(doc.currentScript, text + given.join('') + (name === 'writeln' ? '\n' : ''));
		};
	}
	const { open, close } = doc;
	doc.open = ((...given: Parameters<typeof open>) => (mine() === undefined ? open.apply(doc, given) : doc)) as typeof open;
	doc.close = () => {
		if (mine() === undefined) close.call(doc);
	};

	return {
		begin(script, original) {
			texts.set(script, '');
			// Also where the script takes itself away.
			const place = doc.createRange();
			place.selectNode(original);
			return () => {
				const text = texts.get(script);
				texts.set(script, '');
				if (!text) return;
				const html = trust?.createHTML(text) ?? text;
				const body = doc.createRange();
				body.selectNode(doc.body ?? doc.documentElement);
				const fragment = body.createContextualFragment(html);
				if (script.isConnected) script.after(fragment);
				else place.insertNode(fragment);
			};
		},
	};
};
