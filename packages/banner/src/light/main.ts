/**
 * The light banner as websites load it. An answer is kept on the device, taken into effect by the core, and sent to
 * the ledger as one record a category.
 */
import { read } from '../core/store.ts';
import type { LightData, Values } from '../shapes.ts';
import { banner } from './banner.ts';
import { wordedControl } from './control.ts';
import { removeCookies } from './cookies.ts';
import { keep } from './keep.ts';
import { queueTo } from './queue.ts';
import { wordsIn } from './words.ts';

/** Given by the published `light.<language>.js`. */
declare const LUVALLA_LIGHT: LightData;

const start = (data: LightData): void => {
	const core = window.luvalla?.$;
	if (!core || core.ui) return;
	const { allowed, base, gpc, pointer } = core;
	const { domainId, folder, asked } = pointer;
	const { language } = data;
	const words = wordsIn(language);
	const seen = { domainId, configuration: folder, language, gpc };
	const queue = queueTo(`${base}/edge/v1/records`);

	const decide = (given: Values): void => {
		const answers = Object.entries(given).filter(([key]) => asked.includes(key) || key === 'sale_sharing');
		if (!answers.length) return;
		const at = Math.floor(Date.now() / 1000);
		const withdrawn = answers.filter(([key, yes]) => allowed(key) && !yes).map(([key]) => key);
		// Another tab may have answered something else meanwhile.
		const kept = { ...core.kept, ...read() };
		for (const [key, yes] of answers) kept[key] = [yes, at];
		keep(folder, kept, Math.max(...Object.values(kept).map(([yes]) => core.daysOf(yes))), pointer.cookie);
		const records = queue.add(Object.fromEntries(answers), seen);
		const cookies = data.categories.filter((c) => withdrawn.includes(c.key)).flatMap((c) => c.cookies.map(([name]) => name));
		core.take(kept, () => removeCookies(cookies), records);
	};
	/** What the switches show: what holds now. A switch that lets messages be sent is on by its own answer only. */
	const values = (): Values =>
		Object.fromEntries(data.categories.map(({ key, alone }) => [key, alone ? core.values[key] === true : allowed(key)]));

	const { open, close } = banner({ data, gpc, values, due: core.due, decide });
	let counted = false;
	core.ui = {
		open(layer) {
			open(layer);
			// A view of the first layer, counted without anything about the viewer.
			if (layer === 2 || counted) return;
			counted = true;
			try {
				navigator.sendBeacon(`${base}/edge/v1/impressions`, JSON.stringify({ domainId, configuration: folder, language }));
			} catch {
				// Forbidden by the page: it is not counted.
			}
		},
		close,
		decide,
		withdraw: (keys) => decide(Object.fromEntries((keys.length ? keys : asked).filter(allowed).map((key) => [key, false]))),
		control: () => wordedControl(gpc ? words.honoured : words.privacyChoices, pointer.look, language, () => open(2)),
	};
	// Storage is not looked at before a choice.
	if (Object.keys(core.kept)[0]) void queue.flush();
	// Another tab may have decided meanwhile. What only this page knows (blocked storage) stays.
	document.addEventListener('visibilitychange', () => {
		const kept = { ...core.kept, ...read() };
		if (JSON.stringify(kept) === JSON.stringify(core.kept)) return;
		core.take(kept);
		if (!core.due()[0]) close();
	});
};

start(LUVALLA_LIGHT);
