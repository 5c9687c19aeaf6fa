/**
 * The framework's banner as websites load it. A choice is kept as a TC string, told to `__tcfapi`, taken into effect by
 * the core, and sent to the ledger as one record a purpose.
 */
import type { Ui } from '../core/api.ts';
import { warnWhereLate } from '../core/late.ts';
import { read } from '../core/store.ts';
import { dueOf, inBody, isAfterSignal, SALE, serve, take, valuesNow } from '../core/taking.ts';
import { afterPaint } from '../light/after-paint.ts';
import { controlOf } from '../light/control.ts';
import { keep } from '../light/keep.ts';
import { queueTo } from '../light/queue.ts';
import { uuid7 } from '../light/uuid.ts';
import { viewCounter } from '../light/view.ts';
import type { Published, Values } from '../shapes.ts';
import { acIds } from './ac.ts';
import { tcfBanner } from './banner.ts';
import { choiceOf, everything, stringsOf, valuesOf } from './choice.ts';
import type { MakeLayer } from './parts.ts';
import type { TcfChoice, TcfData } from './shapes.ts';
import { CHOSEN, keepStrings, keptOf } from './store.ts';

/** Given by the published `tcf.<language>.js`. */
declare const LUVALLA_TCF: TcfData & Published;

const start = (data: TcfData & Published, me: Element | null): void => {
	const core = window.luvalla?.$;
	const tcf = core?.wire[10]?.tcf;
	const api = tcf?.api;
	if (!core || !tcf || !api || core.ui) return;
	const { base, gpc } = core;
	const [folder, , , asked, , , , , , , { cookie, events } = {}] = core.wire;
	const { domainId, language } = data;
	const queue = queueTo(`${base}/edge/v1/records`);

	const ac = (): number[] => acIds(api.ac());

	/** `more`: answers beside the framework's, such as Global Privacy Control's. */
	const decide = (choice: TcfChoice, more: Values = {}): void => {
		const [tcString, additional] = stringsOf(choice, data, tcf);
		keepStrings(tcString, additional, data.storageDays);
		const at = Math.floor(Date.now() / 1000);
		const others = Object.fromEntries(Object.entries(read(core.kept)).filter(([key]) => key === SALE));
		others[CHOSEN] = [true, at];
		for (const key in more) others[key] = [more[key] === true, at];
		keep(folder, others, data.storageDays, cookie);
		core.deviceKey = events && uuid7(0);
		const seen = { domainId, configuration: folder, language, gpc, tcString, deviceKey: core.deviceKey };
		const records = queue.add({ ...valuesOf(choice, data), ...more }, seen);
		api.chosen(tcString, additional);
		take(core, { ...others, ...keptOf(api.tc(), asked, others) }, undefined, records);
		// Said by a placeholder or the page while a layer was open: what has nothing to ask any more closes.
		ui.settle();
	};

	let made: Promise<MakeLayer> | undefined;
	const layer = (): Promise<MakeLayer> => {
		made ??= new Promise((done, failed) => {
			if (window.__tcfapi) window.__tcfapi.takeLayer = done;
			const script = document.createElement('script');
			script.src = `${base}/cmp/${folder}/tcflayer.${language}.js`;
			script.nonce = me instanceof HTMLScriptElement ? me.nonce : '';
			script.onerror = () => {
				// The next press tries again.
				made = undefined;
				script.remove();
				failed(new Error('the list did not come'));
			};
			document.head.append(script);
		});
		return made;
	};

	const { open, close } = tcfBanner({
		data,
		gpc,
		tc: api.tc,
		ac,
		layer,
		decide: (choice) => afterPaint(() => decide(choice)),
		// No consent yet, legitimate interests as they stand until somebody objects. Nothing of it is kept.
		shown: () => api.shown(...stringsOf(choiceOf(api.tc(), [], data, 1), data, tcf)),
		hidden: api.hidden,
	});
	/** What stands now with some of it changed. */
	const change = (answers: Values): void => {
		const before = choiceOf(api.tc(), ac(), data, 1);
		const kept = (kind: string, ids: number[]) => ids.filter((id) => answers[`${kind}${id}`] !== false);
		const added = (kind: string, ids: number[]) => ids.filter((id) => answers[`${kind}${id}`] === true);
		const union = (kind: string, now: number[], all: number[]) => [...new Set([...kept(kind, now), ...added(kind, all)])];
		const { [SALE]: sale } = answers;
		// Global Privacy Control refuses all: legitimate interest and single partners, too.
		const none = sale === false ? { vendors: [], vendorsLi: [], purposesLi: [], ac: [] } : {};
		decide(
			{
				...before,
				purposes: union('p', before.purposes, data.purposes),
				specialFeatures: union('sf', before.specialFeatures, data.specialFeatures),
				...none,
			},
			sale === undefined ? {} : { [SALE]: sale },
		);
	};
	const control = controlOf(core, language, () => open(2));
	const count = viewCounter(`${base}/edge/v1/impressions`, { domainId, configuration: folder, language });
	const ui: Ui = {
		start() {
			// A signal that is not on record yet counts as an answer: nothing is asked against it.
			if (gpc && !(SALE in valuesNow()) && (dueOf(core)[0] || !isAfterSignal(core, CHOSEN)))
				change(Object.fromEntries([...asked, SALE].map((key) => [key, false])));
			else if (dueOf(core)[0]) ui.open(1);
			else control();
		},
		open(which) {
			inBody(() => open(which));
			if (which === 1) count();
		},
		close() {
			close();
			api.hidden();
		},
		settle() {
			control();
			if (!dueOf(core)[0]) ui.close();
		},
		decide: change,
		withdraw(keys) {
			if (!keys.length) return decide(everything(data, false, 1));
			change(Object.fromEntries(keys.map((key) => [key, false])));
		},
	};
	warnWhereLate(core.me);
	serve(core, ui);
	void queue.flush();
};

start(LUVALLA_TCF, document.currentScript);
