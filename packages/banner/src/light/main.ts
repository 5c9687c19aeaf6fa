/**
 * The light banner as websites load it. An answer is kept on the device, taken into effect by the core, and sent to
 * the ledger as one record a category.
 */
import type { Ui } from '../core/api.ts';
import { warnWhereLate } from '../core/late.ts';
import { daysFor, dueOf, inBody, isAfterSignal, SALE, serve, take, valuesNow } from '../core/taking.ts';
import type { LightData, Published, Values } from '../shapes.ts';
import { afterPaint } from './after-paint.ts';
import { banner } from './banner.ts';
import { controlOf } from './control.ts';
import { removeCookies } from './cookies.ts';
import { keep } from './keep.ts';
import { queueTo, type Seen } from './queue.ts';
import { uuid7 } from './uuid.ts';
import { viewCounter } from './view.ts';

/** Given by the published `light.<language>.js`. */
declare const LUVALLA_LIGHT: LightData & Published;

const start = (data: LightData & Published): void => {
	const api = window.luvalla;
	const core = api?.$;
	if (!core || core.ui) return;
	const { base, gpc } = core;
	const [folder, , , asked, , , , , sale, , { cookie, events } = {}] = core.wire;
	const { domainId, language } = data;
	const { allowed } = api;
	const seen: Seen = { domainId, configuration: folder, language, gpc };
	const queue = queueTo(`${base}/edge/v1/records`);
	const due = (): string[] => dueOf(core);

	const decide = (given: Values): void => {
		const answers = Object.entries(given).filter(([key]) => asked.includes(key) || key === SALE);
		if (!answers.length) return;
		const withdrawn = answers.filter(([key, yes]) => allowed(key) && !yes).map(([key]) => key);
		// Another tab may have answered something else meanwhile.
		const kept = core.reading(core.kept);
		const now = valuesNow();
		// Later than what it replaces, also where the clock was set back since: other tabs go by the newest.
		const at = Math.max(Math.floor(Date.now() / 1000), ...answers.map(([key]) => (key in now ? (kept[key]?.[1] ?? 0) + 1 : 0)));
		for (const [key, yes] of answers) kept[key] = [yes, at];
		keep(folder, kept, daysFor(core, kept), cookie);
		core.deviceKey = seen.deviceKey = events && uuid7(0);
		const records = queue.add(Object.fromEntries(answers), seen);
		const cookies = data.categories.filter((c) => withdrawn.includes(c.key)).flatMap((c) => c.cookies.map(([name]) => name));
		take(core, kept, () => removeCookies(cookies), records);
		// Said by a placeholder or the page while a layer was open: what has nothing to ask any more closes.
		ui.settle();
	};
	/** What the switches show: what holds now. A switch that lets messages be sent is on by its own answer only. */
	const values = (): Values =>
		Object.fromEntries(data.categories.map(({ key, alone }) => [key, alone ? valuesNow()[key] === true : allowed(key)]));

	const { open, close } = banner({ data, gpc, values, due, decide: (answers) => afterPaint(() => decide(answers)) });
	const control = controlOf(core, language, () => open(2));
	const count = viewCounter(`${base}/edge/v1/impressions`, { domainId, configuration: folder, language });
	const ui: Ui = {
		start() {
			// A signal that is not on record yet counts as an answer: nothing is asked against it.
			if (gpc && !(SALE in valuesNow()))
				decide(Object.fromEntries([...due(), ...sale.filter((key) => !isAfterSignal(core, key)), SALE].map((key) => [key, false])));
			else if (due()[0]) ui.open(1);
			else control();
		},
		open(layer) {
			inBody(() => open(layer));
			if (layer === 1) count();
		},
		close,
		settle() {
			control();
			if (!due()[0]) close();
		},
		decide,
		withdraw: (keys) => decide(Object.fromEntries((keys.length ? keys : asked).filter(allowed).map((key) => [key, false]))),
	};
	warnWhereLate(core.me);
	serve(core, ui);
	// Storage is not looked at before a choice.
	if (Object.keys(core.kept)[0]) void queue.flush();
};

start(LUVALLA_LIGHT);
