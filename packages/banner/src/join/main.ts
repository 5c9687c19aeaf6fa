/**
 * One choice for several hosts of a customer. Browsers keep the storage of sites apart, so a choice travels only where
 * the visitor goes: a link from one joined host to another carries it behind `#`, where no server sees it. The host that
 * is reached takes it only from a page of a joined host (the browser names it), within minutes, and never widens a no.
 * Loaded only where hosts are joined, before anything is asked.
 */
import { keep } from '../light/keep.ts';
import { handed, taken } from './handover.ts';

const start = (): void => {
	const core = window.luvalla?.$;
	if (!core) return;
	const { asked, cookie, folder, joined = [] } = core.pointer;

	const [all, text] = /[#&]luvalla=([\w.~-]*)$/.exec(location.hash) ?? [];
	if (all) {
		history.replaceState(history.state, '', location.pathname + location.search + location.hash.slice(0, -all.length));
		const from = document.createElement('a');
		from.href = document.referrer || 'about:blank';
		if (text && joined.includes(from.hostname)) {
			const kept = taken(text, core.kept, asked, Date.now() / 1000);
			if (kept) {
				keep(folder, kept, Math.max(...Object.values(kept).map(([yes]) => core.daysOf(yes))), cookie);
				core.take(kept);
			}
		}
	}

	const carry = ({ target }: Event): void => {
		const link = target instanceof Element ? target.closest('a') : null;
		// A link that already points into its page keeps its own ending.
		if (!link || link.hash || !joined.includes(link.hostname) || link.hostname === location.hostname) return;
		const answers = Object.entries(core.kept).filter(([key]) => key in core.values);
		if (answers[0]) link.hash = `luvalla=${handed(Object.fromEntries(answers), Date.now() / 1000)}`;
	};
	// Before the browser follows it, by mouse, keyboard or in a new tab.
	for (const event of ['click', 'auxclick']) document.addEventListener(event, carry, true);
};

start();
