/**
 * Makes an API of this window reachable from frames, as IAB's stubs do: a frame by the agreed name tells where it is,
 * messages carry the calls and the answers.
 */
import { safely } from './safely.ts';

interface Asked {
	command?: string;
	version?: number;
	parameter?: unknown;
	callId?: unknown;
}
export type Respond = (data: unknown, success: boolean) => void;

/** Answers what is to be called at each call of the API itself: a message that somebody else hands on is answered by that. */
export const reach = (api: '__tcfapi' | '__gpp', call: (asked: Asked, respond: Respond) => void): (() => void) => {
	let handedOn: Event | undefined;
	const name = `${api}Locator`;
	// At once, beside a body that is not there yet: a tag in a frame may look before the body comes, and looks once.
	if (!(name in frames)) {
		const frame = document.createElement('iframe');
		frame.style.display = 'none';
		frame.name = frame.title = name;
		document.documentElement.append(frame);
	}
	addEventListener(
		'message',
		(event) => {
			const { data, source } = event;
			const text = typeof data === 'string';
			let message: Record<string, Asked | undefined> | null = data;
			try {
				if (text && data.includes(`${api}Call`)) message = JSON.parse(data);
			} catch {
				// Some other frame's words.
				return;
			}
			const asked = message?.[`${api}Call`];
			if (!asked || handedOn === event) return;
			// A stub that was here before or comes later hands on the same message: the frame must be answered once.
			event.stopImmediatePropagation();
			call(asked, (returnValue, success) => {
				const answer = { [`${api}Return`]: { returnValue, success, callId: asked.callId } };
				source?.postMessage(text ? JSON.stringify(answer) : answer, { targetOrigin: '*' });
			});
		},
		// Where the browser heeds it here (Chromium does not), ahead of handlers that were there before.
		true,
	);
	return () => {
		handedOn = window.event;
	};
};

/**
 * Hands calls on that waited in whatever stood here before. IAB's stubs and those made after them give their queue when
 * they are called with nothing; another CMP's API gives none.
 */
export const drain = <Call extends unknown[]>(
	queue: (() => Iterable<Call> | undefined) | undefined,
	call: (...given: Call) => void,
): void => {
	let waiting: Call[] = [];
	try {
		waiting = [...(queue?.() ?? [])];
	} catch {
		// It does not like to be called with nothing, or answers no queue: it is no stub.
	}
	for (const given of waiting) safely(() => call(...given));
};
