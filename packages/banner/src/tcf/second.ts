/**
 * The second layer: purposes and partners, each with its own switch. Nothing is ticked before the visitor ticks it;
 * legitimate interest has a switch to object.
 */
import { filled, type LayerWords } from '../languages/words.ts';
import { button, el, ownData } from '../light/dom.ts';
import { choiceOf, everything } from './choice.ts';
import { idsOf } from './ids.ts';
import { type LayerOptions, pair } from './parts.ts';
import type { LayerItem, LayerVendor, TcfData, TcfLayer } from './shapes.ts';
import { timeOf } from './times.ts';

/** Partners drawn at a time: a list of many hundreds is no one task. */
const PAGE = 40;

/** What is switched on, as it stands on the screen. */
interface State {
	purposes: Set<number>;
	specialFeatures: Set<number>;
	vendors: Set<number>;
	ac: Set<number>;
	/** Objections to legitimate interest. */
	objectPurposes: Set<number>;
	objectVendors: Set<number>;
}

const toggle = (label: string, name: string, set: Set<number>, id: number): HTMLElement => {
	const input = el('input', { type: 'checkbox', role: 'switch', 'aria-label': `${label}: ${name}` });
	input.checked = set.has(id);
	input.onchange = () => {
		if (input.checked) set.add(id);
		else set.delete(id);
	};
	return el('label', { class: 'c' }, label, input);
};

const list = (items: string[]): HTMLElement => el('ul', {}, ...items.map((item) => el('li', {}, item)));

export const secondLayer = (layer: TcfLayer, options: LayerOptions): HTMLDialogElement => {
	const { data } = options;
	const { words } = layer;
	const before = choiceOf(options.tc, options.ac, data, 2);
	const without = (all: number[], some: number[]) => new Set(all.filter((id) => !some.includes(id)));
	const state: State = {
		purposes: new Set(before.purposes),
		specialFeatures: new Set(before.specialFeatures),
		vendors: new Set(before.vendors),
		ac: new Set(before.ac),
		objectPurposes: without(data.purposesLi, before.purposesLi),
		objectVendors: without(idsOf(data.vendorsLi), before.vendorsLi),
	};

	const save = (): void =>
		options.decide({
			screen: 2,
			purposes: [...state.purposes],
			purposesLi: data.purposesLi.filter((id) => !state.objectPurposes.has(id)),
			specialFeatures: [...state.specialFeatures],
			vendors: [...state.vendors],
			vendorsLi: idsOf(data.vendorsLi).filter((id) => !state.objectVendors.has(id)),
			ac: data.ac.filter((id) => state.ac.has(id)),
		});

	const panes = [purposesPane(layer, options, state), partnersPane(layer, state, data)];
	const tabs = tabList([words.byPurpose, words.byPartner], panes, options.tab === 'partners' ? 1 : 0);
	return el(
		'dialog',
		{ class: 't', dir: data.dir, 'aria-labelledby': 's', tabindex: '-1' },
		options.head('s', data.texts.choicesTitle),
		options.gpc && el('p', { class: 'n' }, data.words.gpc),
		ownData(data.texts),
		tabs,
		...panes,
		el(
			'div',
			{ class: 'z' },
			pair(data, (yes) => options.decide(everything(data, yes, 2))),
			button('b o', data.texts.save, save),
		),
	);
};

/** Tabs after the ARIA pattern: one stop, arrow keys between them. */
const tabList = (names: string[], panes: HTMLElement[], chosen: number): HTMLElement => {
	const tabs = names.map((name, i) => button('', name, () => show(i)));
	const show = (at: number): void => {
		tabs.forEach((tab, i) => {
			tab.setAttribute('aria-selected', String(i === at));
			tab.tabIndex = i === at ? 0 : -1;
			const pane = panes[i];
			if (pane) pane.hidden = i !== at;
		});
	};
	tabs.forEach((tab, i) => {
		tab.setAttribute('role', 'tab');
		tab.id = `tab-${i}`;
		tab.setAttribute('aria-controls', `pane-${i}`);
		const pane = panes[i];
		pane?.setAttribute('role', 'tabpanel');
		pane?.setAttribute('aria-labelledby', tab.id);
		if (pane) pane.id = `pane-${i}`;
		// A pane is scrolled by keyboard, too.
		pane?.setAttribute('tabindex', '0');
	});
	const row = el('div', { class: 'tabs', role: 'tablist' }, ...tabs);
	row.onkeydown = ({ key }) => {
		const at = tabs.findIndex((tab) => tab.tabIndex === 0);
		const next = key === 'ArrowRight' ? at + 1 : key === 'ArrowLeft' ? at - 1 : key === 'Home' ? 0 : key === 'End' ? tabs.length - 1 : -1;
		const tab = tabs[(next + tabs.length) % tabs.length];
		if (!['ArrowRight', 'ArrowLeft', 'Home', 'End'].includes(key) || !tab) return;
		show(tabs.indexOf(tab));
		tab.focus();
	};
	show(chosen);
	return row;
};

const purposesPane = (layer: TcfLayer, { data }: LayerOptions, state: State): HTMLElement => {
	const { words } = layer;
	const entry = (item: LayerItem, mark: Record<string, string> = {}, ...switches: (HTMLElement | false)[]): HTMLElement =>
		el(
			'li',
			mark,
			el('p', { class: 'h' }, item.name),
			el('p', { class: 'e' }, item.counts),
			el('p', { class: 'd' }, item.about),
			item.examples.length > 0 && el('details', {}, el('summary', {}, words.examples), list(item.examples)),
			...switches,
		);
	const plain = (item: LayerItem): HTMLElement => entry(item);
	const row = (item: LayerItem): HTMLElement =>
		entry(
			item,
			{ 'data-purpose': String(item.id) },
			data.purposes.includes(item.id) && toggle(words.allow, item.name, state.purposes, item.id),
			data.purposesLi.includes(item.id) && toggle(words.object, item.name, state.objectPurposes, item.id),
		);
	const special = (item: LayerItem): HTMLElement =>
		entry(item, { 'data-special': String(item.id) }, toggle(words.allow, item.name, state.specialFeatures, item.id));
	const block = (title: string, rows: HTMLElement[], note?: string): (HTMLElement | false)[] => [
		rows.length > 0 && el('h3', {}, title),
		rows.length > 0 && note !== undefined && el('p', {}, note),
		rows.length > 0 && el('ul', {}, ...rows),
	];
	const categories = Object.values(layer.dataCategories);
	return el(
		'div',
		{ class: 'pane' },
		el('ul', {}, ...layer.purposes.map(row)),
		...block(words.specialTitle, layer.specialFeatures.map(special)),
		...block(words.mandatory, layer.specialPurposes.map(plain), words.mandatoryNote),
		...block(words.featuresTitle, layer.features.map(plain)),
		...block(
			words.dataTitle,
			categories.map(([name, text]) => el('li', {}, el('p', { class: 'h' }, name), el('p', { class: 'd' }, text))),
		),
		el('p', { class: 'e' }, words.ownStorage),
	);
};

const external = (url: string, text: string, words: LayerWords): HTMLElement | false =>
	url !== '' &&
	el('p', {}, el('a', { href: url, target: '_blank', rel: 'noopener noreferrer', 'aria-label': `${text} (${words.opens})` }, text));

const partnersPane = (layer: TcfLayer, state: State, { language, purposesLi }: TcfData): HTMLElement => {
	const { words, times } = layer;
	const legitimate = purposesLi.length > 0;
	const daysOf = (days: number): string => times[`${days}d`] ?? '';
	const said = (n: number): string => n.toLocaleString(language);
	const nameOf = (items: LayerItem[], id: number): string => items.find((item) => item.id === id)?.name ?? '';
	const named = (title: string, items: LayerItem[], ids: number[]): (HTMLElement | false)[] => {
		const names = ids.map((id) => nameOf(items, id)).filter(Boolean);
		return [names.length > 0 && el('h3', { class: 'j' }, title), names.length > 0 && list(names)];
	};
	const detail = (v: LayerVendor): HTMLElement => {
		const [seconds, refreshed, other] = v.m;
		const [usual, differing] = v.r;
		const storage = [
			seconds === null ? words.storageNone : filled(words.storageOf, { time: times[timeOf(seconds)] ?? words.session }),
			refreshed && words.refreshed,
			other && words.otherMeans,
			usual !== null && filled(words.kept, { time: daysOf(usual) }),
			...Object.entries(differing).map(
				([key, days]) => `${nameOf(key.startsWith('s') ? layer.specialPurposes : layer.purposes, Number(key.slice(1)))}: ${daysOf(days)}`,
			),
		].filter((line) => line !== false);
		const dataNames = v.d.map((id) => layer.dataCategories[id]?.[0] ?? '').filter(Boolean);
		return el(
			'div',
			{},
			...named(words.consentFor, layer.purposes, v.c),
			...named(words.legitimateFor, layer.purposes, v.l),
			...named(words.mandatory, layer.specialPurposes, v.s),
			...named(words.featuresTitle, layer.features, v.f),
			...named(words.specialTitle, layer.specialFeatures, v.x),
			dataNames.length > 0 && el('h3', { class: 'j' }, words.data),
			dataNames.length > 0 && list(dataNames),
			el('h3', { class: 'j' }, words.storage),
			list(storage),
			external(v.u[0], words.policy, words),
			external(v.u[1], words.claim, words),
			external(v.o, words.disclosure, words),
		);
	};
	const vendor = (v: LayerVendor): HTMLElement => {
		const details = el('details', {}, el('summary', { 'aria-label': `${words.details}: ${v.name}` }, words.details));
		// Drawn when it is opened: hundreds of them are not looked at.
		details.addEventListener('toggle', () => {
			if (details.open && details.childElementCount === 1) details.append(detail(v));
		});
		return el(
			'li',
			{ 'data-vendor': String(v.id) },
			el('p', { class: 'h' }, v.name),
			v.c.length > 0 && toggle(words.allow, v.name, state.vendors, v.id),
			legitimate && v.l.length > 0 && toggle(words.object, v.name, state.objectVendors, v.id),
			details,
		);
	};
	const provider = (p: TcfLayer['ac'][number]): HTMLElement =>
		el(
			'li',
			{ 'data-provider': String(p.id) },
			el('p', { class: 'h' }, p.name),
			toggle(words.allow, p.name, state.ac, p.id),
			external(p.url, words.policy, words),
		);

	const rows = el('ul', {});
	const status = el('p', { class: 'e', role: 'status' });
	const more = button('k', '', () => {
		const first = rows.childElementCount;
		grow();
		// Focus goes on where the new ones begin.
		rows.children[first]?.querySelector<HTMLElement>('input,summary')?.focus();
	});
	let found = layer.vendors;
	const grow = (): void => {
		const at = rows.childElementCount;
		rows.append(...found.slice(at, at + PAGE).map(vendor));
		const left = found.length - rows.childElementCount;
		more.hidden = left === 0;
		more.textContent = filled(words.more, { n: said(Math.min(PAGE, left)) });
	};
	const search = el('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
	const additional = layer.ac.length > 0 ? el('ul', {}, ...layer.ac.map(provider)) : null;
	const find = (): void => {
		const wanted = search.value.trim().toLocaleLowerCase();
		found = layer.vendors.filter((v) => v.name.toLocaleLowerCase().includes(wanted));
		rows.replaceChildren();
		grow();
		let providers = 0;
		for (const row of additional?.children ?? []) {
			if (!(row instanceof HTMLElement)) continue;
			row.hidden = !row.firstElementChild?.textContent?.toLocaleLowerCase().includes(wanted);
			if (!row.hidden) providers++;
		}
		status.textContent = filled(words.found, {
			shown: said(found.length + providers),
			all: said(layer.vendors.length + layer.ac.length),
		});
	};
	search.oninput = find;
	find();
	return el(
		'div',
		{ class: 'pane' },
		el('label', { class: 's' }, words.find, search),
		status,
		rows,
		more,
		additional && el('h3', {}, words.additional),
		additional,
		el('p', { class: 'e' }, words.updated),
	);
};
