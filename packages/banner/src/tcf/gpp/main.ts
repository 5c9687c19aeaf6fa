/**
 * The `__gpp` API (IAB Tech Lab, version 1.1) for visitors under the law of a US state. Loaded only there. An opt-out is
 * any answer of no, or Global Privacy Control.
 */
import type { Core } from '../../core/api.ts';
import { encodeGpp, segmentsOf, type UsChoice } from './encode.ts';
import { type Section, sectionOf, sections } from './sections.ts';

type Respond = (data: unknown, success: boolean) => void;
type Call = [command: string, respond?: Respond, parameter?: unknown];

declare global {
	interface Window {
		__gpp?: ((...args: Call) => Call[] | undefined) & { api?: (...args: Call) => void };
	}
}

const start = (core: Core, section: Section): void => {
	const choice = (): UsChoice => {
		const { gpc } = core;
		return { gpc, optedOut: gpc || Object.values(window.luvalla?.choices() ?? {}).includes(false) };
	};
	const ping = (): object => ({
		gppVersion: '1.1',
		cmpStatus: 'loaded',
		cmpDisplayStatus: 'hidden',
		signalStatus: 'ready',
		supportedAPIs: Object.values(sections).map(({ id, name }) => `${id}:${name}`),
		cmpId: core.wire[10]?.tcf?.cmpId ?? 0,
		sectionList: [section.id],
		applicableSections: [section.id],
		gppString: encodeGpp(section, choice()),
		parsedSections: { [section.name]: parsed() },
	});
	const parsed = (): object[] => [...segmentsOf(section, choice()), ...(section.gpc ? [{ GpcSegmentType: 1, Gpc: choice().gpc }] : [])];
	const field = (name: string): unknown => Object.assign({}, ...parsed())[name];
	const listeners = new Map<number, Respond>();
	let last = 0;
	const event = (eventName: string, listenerId: number, data: unknown): object => ({ eventName, listenerId, data, pingData: ping() });

	const call = (...[command, respond = () => {}, parameter]: Call): void => {
		const [name, key] = String(parameter).split('.');
		if (command === 'ping') respond(ping(), true);
		else if (command === 'addEventListener') {
			last++;
			listeners.set(last, respond);
			respond(event('listenerRegistered', last, true), true);
		} else if (command === 'removeEventListener' && typeof parameter === 'number')
			respond(event('listenerRemoved', parameter, listeners.delete(parameter)), true);
		else if (command === 'hasSection') respond(name === section.name, true);
		else if (command === 'getSection' && name === section.name) respond(parsed(), true);
		else if (command === 'getField' && name === section.name && key && field(key) !== undefined) respond(field(key), true);
		else respond(null, false);
	};
	const stub = window.__gpp;
	if (stub) {
		const waiting = stub.call(window, '') ?? [];
		stub.api = call;
		for (const one of waiting.splice(0)) call(...one);
	}
	document.addEventListener('luvalla:choice', () => {
		for (const [id, respond] of [...listeners]) {
			respond(event('sectionChange', id, section.name), true);
			respond(event('signalStatus', id, 'ready'), true);
		}
	});
	// Tags in frames find this window by the agreed name and ask by message.
	const frame = document.createElement('iframe');
	frame.style.display = 'none';
	frame.name = frame.title = '__gppLocator';
	const locate = (): unknown => '__gppLocator' in frames || document.body.append(frame);
	if (document.body) locate();
	else document.addEventListener('DOMContentLoaded', locate);
	addEventListener('message', ({ data, source }) => {
		let message: unknown = data;
		const text = typeof data === 'string' && data.includes('__gppCall');
		try {
			if (text) message = JSON.parse(data);
		} catch {
			// Some other frame's words.
			return;
		}
		if (typeof message !== 'object' || message === null || !('__gppCall' in message)) return;
		const asked = message.__gppCall as { command: string; parameter?: unknown; callId: unknown } | null;
		if (asked === null || typeof asked !== 'object') return;
		call(
			asked.command,
			(returnValue, success) => {
				const answer = { __gppReturn: { returnValue, success, callId: asked.callId } };
				source?.postMessage(text ? JSON.stringify(answer) : answer, { targetOrigin: '*' });
			},
			asked.parameter,
		);
	});
};

const core = window.luvalla?.$;
const section = sectionOf(core?.wire[10]?.geo?.region ?? null);
if (core && section) start(core, section);
