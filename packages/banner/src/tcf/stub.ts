/**
 * The `__tcfapi` stub (IAB Europe's CMP API v2): the first statement of a TCF snippet. Tags may call at once; what they ask
 * waits in a queue until the API is there. A frame by the agreed name lets tags in frames find this window.
 */

import type { MakeLayer } from './parts.ts';

export type Call = [command?: string, version?: number, callback?: (data: unknown, success: boolean) => void, parameter?: unknown];

declare global {
	interface Window {
		__tcfapi?: ((...args: Call) => Call[] | undefined) & {
			/** Set when the API has come. */
			api?: (...args: Call) => void;
			/** Set by the first layer: takes the second one when its file has come. */
			takeLayer?: (make: MakeLayer) => void;
		};
	}
}

const LOCATOR = '__tcfapiLocator';

if (!window.__tcfapi) {
	const queue: Call[] = [];
	const stub: NonNullable<Window['__tcfapi']> = (...args) => {
		if (stub.api) stub.api(...args);
		else if (!args.length) return queue;
		else if (args[0] === 'ping') args[2]?.({ gdprApplies: undefined, cmpLoaded: false, cmpStatus: 'stub', apiVersion: '2.2' }, true);
		else queue.push(args);
		return undefined;
	};
	window.__tcfapi = stub;
	const locate = (): void => {
		if (LOCATOR in frames) return;
		if (!document.body) {
			setTimeout(locate, 5);
			return;
		}
		const frame = document.createElement('iframe');
		frame.style.display = 'none';
		frame.name = LOCATOR;
		frame.title = LOCATOR;
		document.body.append(frame);
	};
	locate();
	addEventListener('message', ({ data, source }) => {
		let message: unknown = data;
		const text = typeof data === 'string';
		if (text) {
			if (!data.includes('__tcfapiCall')) return;
			try {
				message = JSON.parse(data);
			} catch {
				// Some other frame's words.
				return;
			}
		}
		if (typeof message !== 'object' || message === null || !('__tcfapiCall' in message)) return;
		const call = message.__tcfapiCall as { command: string; version: number; parameter?: unknown; callId: unknown };
		if (typeof call !== 'object' || call === null) return;
		stub(
			call.command,
			call.version,
			(returnValue, success) => {
				const answer = { __tcfapiReturn: { returnValue, success, callId: call.callId } };
				source?.postMessage(text ? JSON.stringify(answer) : answer, { targetOrigin: '*' });
			},
			call.parameter,
		);
	});
}
