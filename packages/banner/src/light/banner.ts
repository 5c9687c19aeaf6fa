/**
 * The light banner: two layers in a shadow root of their own. It knows nothing of storage and sending; the live
 * runtime, the preview and Luvalla's own portal each give it what to do with an answer.
 */
import type { LightCategory, LightData, Values } from '../shapes.ts';
import { button, el, headed, hostIn, inSight, lock, ownData, scrolls, stay } from './dom.ts';
import { roomAbove } from './strip.ts';
import { styles } from './styles.ts';

export interface BannerOptions {
	data: LightData;
	gpc: boolean;
	/** Answers that stand; what is absent is off. */
	values(): Values;
	/** Keys asked about when the first layer comes by itself. */
	due(): string[];
	/** Both layers are gone when this is called. */
	decide(answers: Values): void;
}

export interface Banner {
	open(layer: 1 | 2): void;
	/** Takes both layers away; decides nothing. */
	close(): void;
	/** The host element while something is shown. */
	host: HTMLElement;
}

export const banner = ({ data, gpc, values, due, decide }: BannerOptions): Banner => {
	const { texts, categories, words, dir } = data;
	const host = hostIn(data.language);
	const shadow = host.attachShadow({ mode: 'closed' });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(styles(data.palette, data.look));
	shadow.adoptedStyleSheets = [sheet];
	const head = headed(data.look);
	let first: HTMLElement | undefined;
	let second: HTMLDialogElement | undefined;
	/** A strip stands along the top, in this font; without room there it stands at the foot. */
	let above = '';

	const close = (): void => {
		second?.close();
		second?.remove();
		first?.remove();
		first = second = undefined;
		host.remove();
	};
	const answer = (answers: Values): void => {
		close();
		decide(answers);
	};
	/** Refuse and accept are one component, here and nowhere else: only the word and the answer differ. */
	const pair = (answers: (yes: boolean) => Values): HTMLElement =>
		el('div', { class: 'r' }, ...[false, true].map((yes) => button('b', yes ? texts.accept : texts.refuse, () => answer(answers(yes)))));
	/** What the first layer asks: what is due. A switch that lets messages be sent was not on the screen, so it stays off. */
	const allDue = (yes: boolean): Values => {
		const wanted = due();
		const asked = categories.filter((c) => !c.necessary && (!wanted.length || wanted.includes(c.key)));
		return Object.fromEntries(asked.map((c) => [c.key, yes && !c.alone]));
	};

	const drawFirst = (): HTMLElement => {
		const link = texts.policyUrl && el('a', { href: texts.policyUrl }, texts.policyLabel);
		const body = el('div', { class: 'm' }, head('t', texts.title), el('p', { id: 'd' }, texts.body, link && ' ', link));
		return el(
			'div',
			{
				class: `f ${data.template} p-${above ? 'above' : data.position}`,
				dir,
				role: 'dialog',
				'aria-labelledby': 't',
				'aria-describedby': 'd',
			},
			body,
			el('div', { class: 'a' }, pair(allDue), button('k', texts.choose, showSecond)),
		);
	};

	const row = (category: LightCategory, switches: Map<string, HTMLInputElement>): HTMLElement => {
		const { key, name, about, cookies, count } = category;
		const id = `c-${key}`;
		let control: HTMLElement;
		if (category.necessary) control = el('span', { class: 'w' }, lock(), texts.alwaysOn);
		else {
			const input = el('input', { type: 'checkbox', role: 'switch', id, 'aria-describedby': `a-${id}` });
			input.checked = values()[key] === true;
			switches.set(key, input);
			control = input;
		}
		return el(
			'li',
			{},
			category.necessary ? el('span', { class: 'h' }, name) : el('label', { class: 'h', for: id }, name),
			control,
			el('p', { class: 'd', id: `a-${id}` }, about),
			cookies.length > 0 &&
				el(
					'details',
					{},
					el('summary', {}, count),
					el('ul', {}, ...cookies.map((cookie) => el('li', {}, cookie.filter(Boolean).join(' · ')))),
				),
		);
	};

	const drawSecond = (): HTMLDialogElement => {
		const switches = new Map<string, HTMLInputElement>();
		const list = el('ul', { class: 'l' }, ...categories.map((category) => row(category, switches)));
		const save = button('b o', texts.save, () => answer(Object.fromEntries([...switches].map(([key, input]) => [key, input.checked]))));
		/** Accepting all presses no switch that stands alone; refusing all turns every one off. */
		const all = (yes: boolean): Values =>
			Object.fromEntries(
				categories.filter((c) => !c.necessary).map((c) => [c.key, yes && (!c.alone || switches.get(c.key)?.checked === true)]),
			);
		const dialog = el(
			'dialog',
			{ dir, 'aria-labelledby': 's', tabindex: '-1' },
			head('s', texts.choicesTitle),
			gpc && el('p', { class: 'n' }, words.gpc),
			ownData(texts),
			list,
			el('div', { class: 'z' }, switches.size > 0 && pair(all), save),
		);
		// Going back decides nothing, by Esc or by a press beside the dialog.
		dialog.oncancel = (event) => {
			event.preventDefault();
			back();
		};
		dialog.onclick = (event) => {
			if (event.target === dialog) back();
		};
		// The platform lets focus leave to the browser's own controls; a trap keeps it among these.
		dialog.onkeydown = (event) => {
			if (event.key !== 'Tab') return;
			const stops = [...dialog.querySelectorAll<HTMLElement>('a,button,input,summary')];
			const [head, tail] = [stops[0], stops.at(-1)];
			const at = shadow.activeElement;
			if (event.shiftKey ? at === head || at === dialog || at === list : at === tail) {
				event.preventDefault();
				(event.shiftKey ? tail : head)?.focus();
			}
		};
		return dialog;
	};
	const back = (): void => {
		// Before the second gives the focus back.
		if (first) first.hidden = false;
		second?.close();
		second?.remove();
		second = undefined;
		if (!first) host.remove();
	};
	const mount = (): void => {
		if (!host.isConnected) (above ? document.documentElement : document.body).prepend(host);
	};
	const showSecond = (): void => {
		if (second) return;
		mount();
		second = drawSecond();
		shadow.append(second);
		second.showModal();
		// Its answers would stand on the screen twice.
		if (first) first.hidden = true;
		// On the dialog itself, so that its name is read before the first control.
		second.focus();
	};

	return {
		host,
		close,
		open(layer) {
			if (layer === 2) return showSecond();
			if (first) return;
			if (data.template === 'inline-strip') above = roomAbove();
			host.style.setProperty('--f', above);
			mount();
			first = drawFirst();
			first.hidden = !!second;
			shadow.prepend(first);
			if (first.firstElementChild) scrolls(first.firstElementChild);
			inSight(host, first);
			stay(host, mount, () => !!first && !second);
		},
	};
};

/** Whether the browser sends Global Privacy Control. */
export const sendsGpc = (): boolean => navigator.globalPrivacyControl === true;
