/**
 * The light banner as websites load it. An answer is kept on the device, taken into effect by the core, and sent to
 * the ledger as one record a category.
 */
import { read } from '../core/store.ts';
import type { LightData, Values } from '../shapes.ts';
import { banner, sendsGpc } from './banner.ts';
import { removeCookies } from './cookies.ts';
import { keep } from './keep.ts';
import { queueTo } from './queue.ts';

/** Given by the published `light.<language>.js`. */
declare const LUVALLA_LIGHT: LightData;

const start = (data: LightData): void => {
	const core = window.luvalla?.$;
	if (!core || core.ui) return;
	const { domainId, folder, asked } = core.pointer;
	const seen = { domainId, configuration: folder, language: data.language, gpc: sendsGpc() };
	const queue = queueTo(`${core.base}/edge/v1/records`);

	const decide = (given: Values): void => {
		const answers = Object.entries(given).filter(([key]) => asked.includes(key));
		if (!answers.length) return;
		const at = Math.floor(Date.now() / 1000);
		const withdrawn = answers.filter(([key, yes]) => core.values[key] && !yes).map(([key]) => key);
		const kept = { ...core.kept };
		for (const [key, yes] of answers) kept[key] = [yes, at];
		keep(folder, kept, Math.max(...Object.values(kept).map(([yes]) => core.daysOf(yes))));
		queue.add(Object.fromEntries(answers), seen);
		const cookies = data.categories.filter((c) => withdrawn.includes(c.key)).flatMap((c) => c.cookies.map(([name]) => name));
		core.take(kept, () => removeCookies(cookies));
	};

	const { open, close } = banner({ data, gpc: seen.gpc, values: () => core.values, due: core.due, decide });
	core.ui = {
		open,
		close,
		withdraw: (keys) =>
			decide(Object.fromEntries((keys.length ? keys : asked).filter((key) => core.values[key]).map((key) => [key, false]))),
	};
	void queue.flush();
	// Another tab may have decided meanwhile. What only this page knows (blocked storage) stays.
	document.addEventListener('visibilitychange', () => {
		const kept = { ...core.kept, ...read() };
		if (JSON.stringify(kept) === JSON.stringify(core.kept)) return;
		core.take(kept);
		if (!core.due()[0]) close();
	});
};

start(LUVALLA_LIGHT);
