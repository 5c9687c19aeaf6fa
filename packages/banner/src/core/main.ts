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

const DAYS_OF_A_MONTH = 30.44;

const start = (pointer: Pointer, me: HTMLScriptElement): void => {
	const { asked, consentMode, folder, languages, necessary, reask } = pointer;
	const on = document.addEventListener.bind(document);

	const core: Core = {
		pointer,
		base: me.src.split('/cmp/')[0] ?? '',
		kept: {},
		values: {},
		due: () => asked.filter((key) => !(key in core.values)),
		daysOf: (answer) => Math.ceil(reask[answer ? 1 : 0] * DAYS_OF_A_MONTH),
		take(kept, removal) {
			core.kept = kept;
			core.values = standing(kept, asked, core.daysOf);
			update();
			tell('choice', removal?.());
			inBody(button);
		},
	};
	let ready = false;
	window.luvalla = {
		version: pointer.version,
		show: () => open(2),
		choices: () => ({ ...core.values }),
		withdraw: (...keys) =>
			withUi((ui) =>
				ui.decide(Object.fromEntries((keys.length ? keys : asked).filter((key) => core.values[key]).map((key) => [key, false]))),
			),
		on(event, listener) {
			const name = `luvalla:${event}`;
			const heard = (e: Event): void => {
				if (e instanceof CustomEvent) listener(e.detail);
			};
			on(name, heard);
			if (ready && event === 'ready') listener({ choices: { ...core.values } });
			return () => document.removeEventListener(name, heard);
		},
		$: core,
	};
	const tell = (event: string, left?: string[]): void => {
		const detail: ChoiceDetail = { choices: { ...core.values }, left };
		document.dispatchEvent(new CustomEvent(`luvalla:${event}`, { detail }));
	};

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
		for (const type of ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage']) out[type] = 'denied';
		for (const key in consentMode)
			for (const type of consentMode[key] ?? []) if (allowed(key) || !out[type]) out[type] = allowed(key) ? 'granted' : 'denied';
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
	const language = (): number =>
		[document.documentElement.lang, ...navigator.languages]
			.map((l) => languages.indexOf(l.slice(0, 2).toLowerCase()))
			.find((at) => at >= 0) ?? 0;
	let loading: Promise<void> | undefined;
	const withUi = (use: (ui: Ui) => void): void => {
		loading =
			loading ??
			new Promise((done, failed) => {
				const script = document.createElement('script');
				script.src = `${core.base}/cmp/${folder}/light.${languages[language()]}.js`;
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
			if (Object.keys(localStorage).some((key) => key.startsWith('luvalla.q:'))) withUi(() => {});
		} catch {
			// Storage is blocked: there is no queue.
		}
	}
	on('DOMContentLoaded', () => {
		sweep();
		ready = true;
		tell('ready');
	});
	// Another tab may have decided meanwhile. What only this page knows (blocked storage) stays.
	on('visibilitychange', () => {
		const kept = { ...core.kept, ...read() };
		if (JSON.stringify(kept) === JSON.stringify(core.kept)) return;
		core.take(kept);
		if (!core.due()[0]) core.ui?.close();
	});
	on('click', ({ target }) => {
		if (target instanceof Element && target.closest('[data-luvalla-show]')) open(2);
	});
};

// A snippet pasted twice starts once.
if (!window.luvalla && document.currentScript instanceof HTMLScriptElement) start(LUVALLA, document.currentScript);
