/**
 * `__gpp` until its API has come: the platform wants its generic commands answered at once, so the stub does, with what
 * it knows, and notes who listens. Takes over from a stub that stood here before.
 */
import { drain, type Respond, reach } from '../reach.ts';
import { safely } from '../safely.ts';
import type { GppCall } from './shapes.ts';

/** Puts the stub in place. */
export const putStub = (cmpId: number | undefined): void => {
	const before = window.__gpp;
	const queue: GppCall[] = [];
	const pingData = {
		gppVersion: '1.1',
		cmpStatus: 'stub',
		cmpDisplayStatus: 'hidden',
		signalStatus: 'not ready',
		supportedAPIs: ['7:usnat'],
		cmpId: cmpId ?? 0,
		sectionList: [],
		// The platform's word for not known yet.
		applicableSections: [0],
		gppString: '',
		parsedSections: {},
	};
	const events = before?.events ?? [];
	const answer = (...call: GppCall): GppCall[] | undefined => {
		const [command, callback, parameter] = call;
		const respond: Respond = (data, success) => safely(() => callback?.(data, success));
		const event = (eventName: string, listenerId: number, data: boolean): void => respond({ eventName, listenerId, data, pingData }, true);
		if (stub.api) stub.api(...call);
		else if (!command) return queue;
		else if (command === 'ping') respond(pingData, true);
		else if (command === 'addEventListener') {
			const id = (stub.lastId ?? 0) + 1;
			stub.lastId = id;
			if (callback) events.push({ id, callback });
			event('listenerRegistered', id, true);
		} else if (command === 'removeEventListener') {
			const at = events.findIndex(({ id }) => id === parameter);
			event('listenerRemoved', Number(parameter), at >= 0 && !!events.splice(at, 1));
		} else if (/^(has|get)/.test(command)) respond(null, true);
		else queue.push(call);
		return undefined;
	};
	const called = reach('__gpp', ({ command, parameter }, respond) => answer(command, respond, parameter));
	const stub: NonNullable<Window['__gpp']> = (...call) => {
		called();
		return answer(...call);
	};
	stub.events = events;
	stub.lastId = before?.lastId ?? 0;
	window.__gpp = stub;
	drain(before, stub);
};
