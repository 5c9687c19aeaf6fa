/**
 * One choice for several hosts of a customer. Browsers keep the storage of sites apart, so a choice travels only where
 * the visitor goes: a link from one joined host to another carries it behind `#`, where no server sees it. The host that
 * is reached takes it only from a page of a joined host (the browser names it), within minutes, and never widens a no.
 * The host that is left lets nobody else write it: what a page's text put behind `#` is replaced by what this visitor
 * said here. Loaded only where hosts are joined, before anything is asked.
 */
import { daysFor, take, valuesNow } from '../core/taking.ts';
import { keep } from '../light/keep.ts';
import { HANDED, handed, taken } from './handover.ts';

const start = (): void => {
	const core = window.luvalla?.$;
	if (!core) return;
	const [folder, , , asked, , , , , , , { cookie, joined = [] } = {}] = core.wire;

	const [all, text] = HANDED.exec(location.hash) ?? [];
	if (all) {
		history.replaceState(history.state, '', location.pathname + location.search + location.hash.slice(0, -all.length));
		const from = document.createElement('a');
		from.href = document.referrer || 'about:blank';
		if (text && joined.includes(from.hostname)) {
			const kept = taken(text, core.kept, asked, Date.now() / 1000);
			if (kept) {
				keep(folder, kept, daysFor(core, kept), cookie);
				take(core, kept);
			}
		}
	}

	const carry = (event: Event): void => {
		for (const link of event.composedPath()) {
			if (!(link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement)) continue;
			if (!joined.includes(link.hostname) || link.hostname === location.hostname) return;
			let own = link.hash;
			while (HANDED.test(own)) own = own.replace(HANDED, '');
			const values = valuesNow();
			const answers = Object.entries(core.kept).filter(([key]) => key in values);
			// A link that already points into its page keeps its own ending.
			link.hash = own || !answers[0] ? own : `luvalla=${handed(Object.fromEntries(answers), Date.now() / 1000)}`;
			return;
		}
	};
	// Before the browser follows it, by mouse, keyboard or touch, in this tab or another.
	for (const event of ['click', 'auxclick', 'contextmenu', 'dragstart']) document.addEventListener(event, carry, true);
	core.ask();
};

start();
