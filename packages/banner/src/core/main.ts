/**
 * The core: what must have run before anything else on the page. Stub, consent signals and blocking come first; then
 * the stored choice. A visitor with a valid choice loads nothing more; making a choice is in `light/`.
 */

import type { Guard } from '../guard/main.ts';
import type { Pointer } from '../shapes.ts';
import type { ChoiceDetail, Core } from './api.ts';
import { blocking } from './blocking.ts';
import { reopenButton } from './reopen.ts';
import { signals } from './signals.ts';
import { read, readFolder, standing } from './store.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Pointer & { guard?: Guard };

const READY = 'luvalla:ready';
/** The record that Global Privacy Control makes, beside the categories. */
const SALE = 'sale_sharing';

/** Which of two publications: the one the kept choice was made on, else drawn by chance for this page view. Nothing is stored. */
const armOf = (pointer: Pointer): Pointer => {
	const [share, other] = pointer.test ?? [0];
	const folder = other && readFolder();
	return other && (folder ? folder === other.folder : Math.random() < share) ? other : pointer;
};

const start = (pointer: Pointer, me: HTMLScriptElement): void => {
	const { asked, folder, geo, necessary, sale = [] } = pointer;
	const on = document.addEventListener.bind(document);
	const gpc = navigator.globalPrivacyControl === true;
	/** Nothing has to be asked before it runs. */
	const free = geo !== undefined && geo.mode !== 'opt-in';

	const allowed = (key = ''): boolean =>
		necessary.includes(key) || (core.values[key] ?? (free && asked.includes(key) && !(gpc && sale.includes(key))));
	const core: Core = {
		pointer,
		base: pointer.base ?? me.src.split('/cmp/')[0] ?? '',
		kept: {},
		values: {},
		gpc,
		allowed,
		due: () => (free ? [] : asked.filter((key) => !(key in core.values))),
		daysOf: (answer) => pointer.days[answer ? 1 : 0],
		take(kept, removal, records) {
			hold(kept);
			update();
			tell('luvalla:choice', { left: removal?.(), records });
			inBody(control);
		},
		sweep: () => sweep(),
		withUi: (use) =>
			part(pointer.bundle ?? 'light').then(() => {
				if (core.ui) use(core.ui);
			}),
	};
	const hold = (kept: Core['kept']): void => {
		core.kept = kept;
		core.values = standing(kept, [...asked, SALE], core.daysOf, pointer.material);
	};
	let ready = false;
	window.luvalla = {
		version: pointer.version,
		show: () => open(2),
		choices: () => ({ ...core.values }),
		allowed,
		withdraw: (...keys) => core.withUi((ui) => ui.withdraw(keys)),
		on(event, listener) {
			const name = `luvalla:${event}`;
			on(name, (e) => {
				if (e instanceof CustomEvent) listener(e.detail);
			});
			if (ready && name === READY) listener(detail());
		},
		$: core,
	};
	const detail = (more?: object): ChoiceDetail => ({ choices: { ...core.values }, ...more });
	const tell = (name: string, more?: object): unknown => document.dispatchEvent(new CustomEvent(name, { detail: detail(more) }));

	// Before any tag can look: what holds without an answer.
	const say = signals(pointer.storage, allowed);
	say();
	LUVALLA.guard?.(pointer.known ?? {}, allowed);
	const sweep = blocking(allowed, (frames) => {
		if (core.frames) core.frames(frames);
		else if (frames[0] && ready) part('frames');
	});
	const update = (): void => {
		say();
		sweep();
	};

	const inBody = (work: () => void): void => {
		if (document.body) work();
		else on('DOMContentLoaded', work);
	};
	const language = (): string =>
		[document.documentElement.lang, ...navigator.languages].map((l) => l.slice(0, 2).toLowerCase()).find((l) => pointer.reopen[l]) ??
		pointer.language;
	const parts: Record<string, Promise<unknown> | undefined> = {};
	/** Loads a part of the publication once; settles also when it could not be loaded, and the next call tries again. */
	const part = (name: string): Promise<unknown> => {
		parts[name] ??= new Promise((done) => {
			const script = document.createElement('script');
			script.src = `${core.base}/cmp/${folder}/${name}.${language()}.js`;
			script.nonce = me.nonce;
			script.onload = done;
			script.onerror = () => {
				parts[name] = undefined;
				done(0);
			};
			document.head.append(script);
		});
		return parts[name];
	};
	const open = (which: 1 | 2): unknown => core.withUi((ui) => inBody(() => ui.open(which)));

	let drawn = false;
	const control = (): void => {
		if (drawn || core.due()[0]) return;
		drawn = true;
		// Words beside the sign, where there is something to say; only those visitors load them.
		if (gpc || geo?.mode === 'opt-out') core.withUi((ui) => ui.control());
		else reopenButton(pointer.reopen[language()] ?? '', pointer.look, () => open(2));
	};
	const ask = (): void => {
		// A signal that is not on record yet counts as an answer: nothing is asked against it.
		if (gpc && !(SALE in core.values)) {
			const refused = [...core.due(), ...sale, SALE].map((key) => [key, false]);
			core.withUi((ui) => ui.decide(Object.fromEntries(refused)));
		} else if (core.due()[0]) open(1);
		else {
			inBody(control);
			try {
				// Records that were not acknowledged; looked for only where a choice was made.
				if (/luvalla\.q:/.test(String(Object.keys(localStorage)))) core.withUi(() => {});
			} catch {
				// Storage is blocked: there is no queue.
			}
		}
	};

	hold((pointer.read ?? read)());
	if (Object.keys(core.values)[0]) update();
	if (pointer.joined?.[0]) part('join').then(ask);
	else ask();
	on('DOMContentLoaded', () => {
		ready = true;
		sweep();
		if (document.querySelector('luvalla-declaration,[data-luvalla-declaration]')) part('declaration');
		tell(READY);
	});
	on('click', ({ target }) => {
		if (target instanceof Element && target.closest('[data-luvalla-show]')) open(2);
	});
};

// A snippet pasted twice starts once.
if (!window.luvalla && document.currentScript instanceof HTMLScriptElement) start(armOf(LUVALLA), document.currentScript);
