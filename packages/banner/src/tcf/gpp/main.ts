/**
 * The `__gpp` API (IAB Tech Lab, version 1.1) for visitors under the law of a US state. Loaded only there. An opt-out is
 * any answer of no, or Global Privacy Control.
 */
import type { Core } from '../../core/api.ts';
import { drain, type Respond, reach } from '../reach.ts';
import { safely } from '../safely.ts';
import { encodeGpp, segmentsOf, type UsChoice } from './encode.ts';
import { type Section, sectionOf, sections } from './sections.ts';
import type { GppCall } from './shapes.ts';

const start = (core: Core, section: Section): void => {
	const choice = (): UsChoice => {
		const { gpc } = core;
		return { gpc, optedOut: gpc || Object.values(window.luvalla?.choices() ?? {}).includes(false) };
	};
	const tcf = core.wire[10]?.tcf;
	let shown = tcf?.api?.display?.() === 'visible';
	// Who reads the signal waits while the visitor may change it.
	let ready = false;
	const signalStatus = (): string => (ready ? 'ready' : 'not ready');
	const cmpDisplayStatus = (): string => (shown ? 'visible' : 'hidden');
	const ping = (): object => ({
		gppVersion: '1.1',
		cmpStatus: 'loaded',
		cmpDisplayStatus: cmpDisplayStatus(),
		signalStatus: signalStatus(),
		supportedAPIs: Object.values(sections).map(({ id, name }) => `${id}:${name}`),
		// The platform's number for whoever has none.
		cmpId: tcf?.cmpId ?? 1,
		sectionList: [section.id],
		applicableSections: [section.id],
		gppString: encodeGpp(section, choice()),
		parsedSections: { [section.name]: parsed() },
	});
	const parsed = (): object[] => [...segmentsOf(section, choice()), ...(section.gpc ? [{ GpcSegmentType: 1, Gpc: choice().gpc }] : [])];
	const field = (name: string): unknown => Object.assign({}, ...parsed())[name];
	const stub = window.__gpp;
	const listeners = new Map((stub?.events ?? []).map(({ id, callback }): [number, Respond] => [id, callback]));
	let last = stub?.lastId ?? 0;
	const event = (eventName: string, listenerId: number, data: unknown): object => ({ eventName, listenerId, data, pingData: ping() });
	const tell = (name: string, data: unknown): void => {
		for (const [id, respond] of [...listeners]) safely(() => respond(event(name, id, data), true));
	};
	/** Tells only what changed. */
	const signal = (now: boolean): void => {
		if (ready === now) return;
		ready = now;
		tell('signalStatus', signalStatus());
	};
	const display = (now: boolean): void => {
		if (shown === now) return;
		shown = now;
		tell('cmpDisplayStatus', cmpDisplayStatus());
	};

	const call = (...[command, callback = () => {}, parameter]: GppCall): void => {
		const [name, key] = String(parameter).split('.');
		const respond: Respond = (data, success) => safely(() => callback(data, success));
		if (command === 'ping') respond(ping(), true);
		else if (command === 'addEventListener') {
			last++;
			listeners.set(last, callback);
			respond(event('listenerRegistered', last, true), true);
		} else if (command === 'removeEventListener' && typeof parameter === 'number')
			respond(event('listenerRemoved', parameter, listeners.delete(parameter)), true);
		else if (command === 'hasSection') respond(name === section.name, true);
		else if (command === 'getSection' && name === section.name) respond(parsed(), true);
		else if (command === 'getField' && name === section.name && key && field(key) !== undefined) respond(field(key), true);
		else respond(null, false);
	};
	drain(stub, call);
	if (stub) stub.api = call;
	// Loaders before 0.4.0 leave it to this file.
	if (!('__gppLocator' in frames)) reach('__gpp', ({ command, parameter }, respond) => call(command, respond, parameter));
	tell('cmpStatus', 'loaded');
	if (shown) tell('cmpDisplayStatus', cmpDisplayStatus());
	signal(!shown);
	if (tcf?.api)
		tcf.api.layer = (now, chosen) => {
			const open = now === 'visible';
			// The order that the platform asks for: not ready first, ready last.
			if (open || chosen) signal(false);
			display(open);
			if (!open && !chosen) signal(true);
		};
	document.addEventListener('luvalla:choice', () => {
		signal(false);
		tell('sectionChange', section.name);
		signal(true);
	});
};

const core = window.luvalla?.$;
const section = sectionOf(core?.wire[10]?.geo?.region ?? null);
if (core && section) start(core, section);
