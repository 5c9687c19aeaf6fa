/**
 * The framework's banner as websites load it. A choice is kept as a TC string, told to `__tcfapi`, taken into effect by
 * the core, and sent to the ledger as one record a purpose.
 */
import type { Ui } from '../core/api.ts';
import { warnWhereLate } from '../core/late.ts';
import { DAY, type KeptAnswers, read } from '../core/store.ts';
import { dueOf, inBody, isAfterSignal, SALE, serve, take, valuesNow } from '../core/taking.ts';
import { afterPaint } from '../light/after-paint.ts';
import { controlOf } from '../light/control.ts';
import { keep } from '../light/keep.ts';
import { queueTo } from '../light/queue.ts';
import { uuid7 } from '../light/uuid.ts';
import { viewCounter } from '../light/view.ts';
import type { Published, Values } from '../shapes.ts';
import { acIds, acWithin } from './ac.ts';
import { tcfBanner } from './banner.ts';
import { choiceOf, everything, stringsOf, tcOf, valuesOf, within } from './choice.ts';
import { encode } from './encode.ts';
import type { MakeLayer } from './parts.ts';
import type { Tc, TcfChoice, TcfData } from './shapes.ts';
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

	/** What stands in the core's own cookie beside the string. */
	const beside = (also: (key: string) => boolean): KeptAnswers =>
		Object.fromEntries(Object.entries(read(core.kept)).filter(([key]) => key === SALE || also(key)));
	/** Takes answers that were kept into effect, and sends them. */
	const put = (answers: Values, kept: KeptAnswers, tcString?: string): void => {
		core.deviceKey = events && uuid7(0);
		const records = queue.add(answers, { domainId, configuration: folder, language, gpc, tcString, deviceKey: core.deviceKey });
		take(core, kept, undefined, records);
		// Said by a placeholder or the page while a layer was open: what has nothing to ask any more closes.
		ui.settle();
	};
	/** `more`: answers beside the framework's, such as Global Privacy Control's. `base`: what stands, where no layer was shown. */
	const decide = (choice: TcfChoice, more: Values = {}, base: Tc | null = null): void => {
		const [tcString, additional] = stringsOf(choice, data, tcf, undefined, base);
		keepStrings(folder, tcString, additional, data.storageDays);
		const others = beside(() => false);
		// Later than the signal, also where the clock was set back since.
		const at = Math.max(Math.floor(Date.now() / 1000), (others[SALE]?.[1] ?? 0) + 1);
		others[CHOSEN] = [true, at];
		for (const key in more) others[key] = [more[key] === true, at];
		keep(folder, others, data.storageDays, cookie);
		api.chosen(tcString, additional);
		put({ ...valuesOf(choice, data), ...more }, { ...others, ...keptOf(api.tc(), asked, others) }, tcString);
	};
	api.narrow = () => {
		const [tc, [text, ac] = []] = [api.kept(), api.strange() || undefined];
		if (!tc || text === undefined) return;
		const strings: [string, string] = [encode(within(tc, data)), acWithin(ac ?? '', data.ac)];
		const day = tc.created / 10;
		// What is kept for a time is kept no longer for it.
		const days = Math.min(data.storageDays, Math.max(1, data.storageDays - Math.floor((Date.now() / 1000 - day) / DAY)));
		if (`${strings}` !== `${[text, ac]}`) keepStrings(folder, ...strings, days);
		keep(folder, { [CHOSEN]: [true, day], ...beside((key) => key === CHOSEN) }, days, cookie);
		api.within(...strings);
	};

	let made: Promise<MakeLayer> | undefined;
	const layer = (): Promise<MakeLayer> => {
		made ??= new Promise((done, failed) => {
			if (window.__tcfapi) window.__tcfapi.takeLayer = done;
			const script = document.createElement('script');
			const address = `${base}/cmp/${folder}/tcflayer.${language}.js`;
			script.src = core.trust?.createScriptURL(address) ?? address;
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
		tc: () => tcOf(answered({}), data, tcf),
		ac,
		layer,
		decide: (choice) => afterPaint(() => decide(choice)),
		// No consent yet, legitimate interests as they stand until somebody objects. Nothing of it is kept.
		shown: () => api.shown(...stringsOf(choiceOf(api.tc(), [], data, 1), data, tcf)),
		hidden: api.hidden,
	});
	/** What stands now with some of it changed. */
	const answered = (answers: Values): TcfChoice => {
		const before = choiceOf(api.tc(), ac(), data, 1);
		const now = { ...valuesNow(), ...answers };
		const of = (kind: string, was: number[], all: number[]) => all.filter((id) => now[`${kind}${id}`] ?? was.includes(id));
		return {
			...before,
			purposes: of('p', before.purposes, data.purposes),
			specialFeatures: of('sf', before.specialFeatures, data.specialFeatures),
		};
	};
	const change = (answers: Values): void => {
		const { [SALE]: sale } = answers;
		// A string cannot leave a purpose unanswered: until all are answered, single answers stand beside it.
		const single = asked.filter((key) => !key.includes('+'));
		const now = { ...valuesNow(), ...answers };
		if (!api.kept() && single.some((key) => !(key in now))) {
			const kept = beside((key) => single.includes(key));
			const own = Object.entries(answers).filter(([key]) => single.includes(key));
			for (const [key, yes] of own) kept[key] = [yes, Math.max(Math.floor(Date.now() / 1000), (kept[key]?.[1] ?? 0) + 1)];
			if (!own[0]) return;
			keep(folder, kept, data.storageDays, cookie);
			put(Object.fromEntries(own), kept);
			return;
		}
		// Global Privacy Control refuses all: legitimate interest and single partners, too.
		const none = sale === false ? { vendors: [], vendorsLi: [], purposesLi: [], ac: [] } : {};
		decide({ ...answered(answers), ...none }, sale === undefined ? {} : { [SALE]: sale }, api.tc());
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
