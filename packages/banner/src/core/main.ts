/**
 * The core: what must have run before anything else on the page. Stub, Google Consent Mode v2 defaults and blocking
 * come first; then the stored choice. A visitor with a valid choice loads nothing more; making a choice is in `light/`.
 */
import type { Pointer } from '../shapes.ts';
import type { ChoiceDetail, Core, Ui } from './api.ts';
import { blocking } from './blocking.ts';
import { reopenButton } from './reopen.ts';
import { read, standing } from './store.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Pointer;

const READY = 'luvalla:ready';

const start = (pointer: Pointer, me: HTMLScriptElement): void => {
	const { asked, folder, necessary, storage } = pointer;
	const on = document.addEventListener.bind(document);

	const core: Core = {
		pointer,
		base: me.src.split('/cmp/')[0] ?? '',
		kept: {},
		values: {},
		due: () => asked.filter((key) => !(key in core.values)),
		daysOf: (answer) => pointer.days[answer ? 1 : 0],
		take(kept, removal) {
			core.kept = kept;
			core.values = standing(kept, asked, core.daysOf);
			update();
			tell('luvalla:choice', removal?.());
			inBody(button);
		},
	};
	let ready = false;
	window.luvalla = {
		version: pointer.version,
		show: () => open(2),
		choices: () => ({ ...core.values }),
		withdraw: (...keys) => withUi((ui) => ui.withdraw(keys)),
		on(event, listener) {
			const name = `luvalla:${event}`;
			on(name, (e) => {
				if (e instanceof CustomEvent) listener(e.detail);
			});
			if (ready && name === READY) listener(detail());
		},
		$: core,
	};
	const detail = (left?: string[]): ChoiceDetail => ({ choices: { ...core.values }, left });
	const tell = (name: string, left?: string[]): unknown => document.dispatchEvent(new CustomEvent(name, { detail: detail(left) }));

	// Consent Mode: everything is denied before any tag can look.
	const layer: unknown[] = window.dataLayer ?? [];
	window.dataLayer = layer;
	// Google reads the arguments object itself; an array means something else to it.
	function gtag(..._: unknown[]): void {
		// biome-ignore lint/complexity/noArguments: see above
		layer.push(arguments);
	}
	const allowed = (key = ''): boolean => necessary.includes(key) || core.values[key] === true;
	const signals = (): Record<string, string> => {
		const out: Record<string, string> = {};
		for (const type in storage) out[type] = storage[type]?.some(allowed) ? 'granted' : 'denied';
		return out;
	};
	gtag('consent', 'default', signals());
	const sweep = blocking(allowed);
	const update = (): void => {
		gtag('consent', 'update', signals());
		sweep();
	};

	const inBody = (work: () => void): void => {
		if (document.body) work();
		else on('DOMContentLoaded', work);
	};
	const language = (): string =>
		[document.documentElement.lang, ...navigator.languages].map((l) => l.slice(0, 2).toLowerCase()).find((l) => pointer.reopen[l]) ??
		pointer.language;
	let loading: Promise<void> | undefined;
	const withUi = (use: (ui: Ui) => void): void => {
		loading =
			loading ??
			new Promise((done, failed) => {
				const script = document.createElement('script');
				script.src = `${core.base}/cmp/${folder}/light.${language()}.js`;
				script.nonce = me.nonce;
				script.onload = () => done();
				script.onerror = failed;
				document.head.append(script);
			});
		loading.then(
			() => {
				if (core.ui) use(core.ui);
			},
			// Not loaded: nothing is asked and nothing is allowed; the next call or page tries again.
			() => {
				loading = undefined;
			},
		);
	};
	const open = (which: 1 | 2): void => withUi((ui) => inBody(() => ui.open(which)));

	let drawn = false;
	const button = (): void => {
		if (drawn || core.due()[0]) return;
		drawn = true;
		reopenButton(pointer.reopen[language()] ?? '', pointer.look, () => open(2));
	};

	core.kept = read();
	core.values = standing(core.kept, asked, core.daysOf);
	if (Object.keys(core.values)[0]) update();
	if (core.due()[0]) open(1);
	else {
		inBody(button);
		try {
			// Records that were not acknowledged; looked for only where a choice was made.
			if (/luvalla\.q:/.test(String(Object.keys(localStorage)))) withUi(() => {});
		} catch {
			// Storage is blocked: there is no queue.
		}
	}
	on('DOMContentLoaded', () => {
		sweep();
		ready = true;
		tell(READY);
	});
	on('click', ({ target }) => {
		if (target instanceof Element && target.closest('[data-luvalla-show]')) open(2);
	});
};

// A snippet pasted twice starts once.
if (!window.luvalla && document.currentScript instanceof HTMLScriptElement) start(LUVALLA, document.currentScript);
