/**
 * The framework's banner: the first layer here, the second when its file has come. It knows nothing of storage and
 * sending; the live runtime and the preview each give it what to do with a choice.
 */
import { button, el, headed, hostIn, inSight, scrolls, stay } from '../light/dom.ts';
import { everything } from './choice.ts';
import { type MakeLayer, pair, trap } from './parts.ts';
import type { Tc, TcfChoice, TcfData } from './shapes.ts';
import { tcfStyles } from './styles.ts';

export interface TcfBannerOptions {
	data: TcfData;
	gpc: boolean;
	/** What stands now. */
	tc(): Tc | null;
	ac(): number[];
	/** Brings the second layer. @throws when it cannot be loaded */
	layer(): Promise<MakeLayer>;
	/** Both layers are gone when this is called. */
	decide(choice: TcfChoice): void;
	/** Something is on the screen; it is gone again without a choice. */
	shown?(): void;
	hidden?(): void;
}

export interface TcfBanner {
	open(layer: 1 | 2): void;
	/** Takes both layers away; decides nothing. */
	close(): void;
	host: HTMLElement;
}

export const tcfBanner = (options: TcfBannerOptions): TcfBanner => {
	const { data } = options;
	const { texts, words, dir } = data;
	const host = hostIn(data.language);
	const shadow = host.attachShadow({ mode: 'closed' });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(tcfStyles(data.palette, data.look));
	shadow.adoptedStyleSheets = [sheet];
	const head = headed(data.look);
	let first: HTMLElement | undefined;
	let second: HTMLDialogElement | undefined;
	let coming = false;

	const close = (): void => {
		second?.close();
		second?.remove();
		first?.remove();
		first = second = undefined;
		host.remove();
	};
	const decide = (choice: TcfChoice): void => {
		close();
		options.decide(choice);
	};
	const mount = (): void => {
		if (!host.isConnected) document.body.prepend(host);
	};
	const list = (lines: TcfData['lines']): HTMLElement =>
		el('ul', {}, ...lines.map(({ name, about }) => el('li', {}, el('b', {}, name), about && ` ${about}`)));

	/** Every sentence carries the policy point that it answers (see policy.ts). */
	const say = (point: string, ...children: (Node | string | false)[]): HTMLElement => el('p', { 'data-tcf': point }, ...children);

	const drawFirst = (): HTMLElement => {
		const [before, partners, after] = words.device;
		const link = texts.policyUrl ? el('a', { href: texts.policyUrl }, texts.policyLabel) : false;
		const special = data.specialLines.length > 0;
		const body = el(
			'div',
			{ class: 'm', id: 'd' },
			head('t', texts.title),
			texts.intro && el('p', {}, texts.intro),
			say(
				'device',
				before,
				button('i', partners, () => showSecond('partners')),
				after,
			),
			say('data', words.data),
			list(data.lines),
			special && say('special', words.special),
			special && list(data.specialLines),
			data.purposesLi.length > 0 && say('legitimate', words.legitimate),
			say('withdraw', words.withdraw, link && ' ', link),
		);
		return el(
			'div',
			{ class: `f ${data.template} p-${data.position}`, dir, role: 'dialog', 'aria-labelledby': 't', 'aria-describedby': 'd' },
			body,
			el(
				'div',
				{ class: 'a' },
				pair(data, (yes) => decide(everything(data, yes, 1))),
				button('k', texts.choose, () => showSecond('purposes')),
			),
		);
	};

	const leaveSecond = (): void => {
		// Before the second gives the focus back.
		if (first) first.hidden = false;
		second?.close();
		second?.remove();
		second = undefined;
	};
	const back = (): void => {
		leaveSecond();
		if (first) return;
		host.remove();
		options.hidden?.();
	};
	/** The list could not be had: it is said, and nothing is allowed. */
	const missing = (): HTMLDialogElement =>
		el(
			'dialog',
			{ dir, 'aria-labelledby': 's', tabindex: '-1' },
			head('s', texts.choicesTitle),
			el('p', { class: 'g', role: 'alert' }, words.missing),
			el(
				'div',
				{ class: 'z' },
				button('b o', words.retry, () => {
					leaveSecond();
					mount();
					showSecond('purposes');
				}),
				button('b o', words.back, back),
			),
		);
	const draw = (dialog: HTMLDialogElement): void => {
		second = dialog;
		mount();
		dialog.oncancel = (event) => {
			event.preventDefault();
			back();
		};
		dialog.onclick = (event) => {
			if (event.target === dialog) back();
		};
		trap(dialog, () => shadow.activeElement);
		shadow.append(dialog);
		dialog.showModal();
		// Its answers would stand on the screen twice.
		if (first) first.hidden = true;
		// On the dialog itself, so that its name is read before the first control.
		dialog.focus();
		options.shown?.();
	};
	const showSecond = (tab: 'purposes' | 'partners'): void => {
		if (second || coming) return;
		coming = true;
		options.layer().then(
			(make) => {
				coming = false;
				draw(make({ data, tc: options.tc(), ac: options.ac(), gpc: options.gpc, tab, head, decide, back }));
			},
			() => {
				coming = false;
				draw(missing());
			},
		);
	};

	return {
		host,
		close,
		open(layer) {
			if (layer === 2) return showSecond('purposes');
			if (first) return;
			mount();
			first = drawFirst();
			first.hidden = !!second;
			shadow.prepend(first);
			if (first.firstElementChild) scrolls(first.firstElementChild);
			inSight(host, first);
			stay(host, mount, () => !!first && !second);
			options.shown?.();
		},
	};
};
