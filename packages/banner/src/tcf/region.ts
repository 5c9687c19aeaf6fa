/** What follows from where a visitor is. Unknown is the strictest: then the GDPR is taken to apply. */
import type { Pointer } from '../shapes.ts';
import type { Wire } from '../wire.ts';
import type {} from './gpp/main.ts';

/** Whether the framework's answer must be that the GDPR applies: wherever the rule says to ask first. */
export const applies = (geo: Pointer['geo']): boolean => !geo || geo.mode === 'opt-in';

/** Loads the Global Privacy Platform's API beside the runtime, only where a US state's rule holds. */
export const loadGpp = ([folder, , , , , , , , , , more]: Wire, me: HTMLScriptElement): void => {
	if (!more?.optOut) return;
	// Tags may ask before it is there: what they ask waits. An empty call hands the queue over.
	const queue: Parameters<NonNullable<Window['__gpp']>>[] = [];
	const stub: NonNullable<Window['__gpp']> = (...args) => {
		if (stub.api) stub.api(...args);
		else if (!args[0]) return queue;
		else queue.push(args);
		return undefined;
	};
	window.__gpp ??= stub;
	const script = document.createElement('script');
	script.src = `${more.base ?? me.src.split('/cmp/')[0]}/cmp/${folder}/gpp.js`;
	script.nonce = me.nonce;
	document.head.append(script);
};
