/** The policy points that only a drawn banner can answer: see policy.ts for the others. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import type { TcfScreenCode } from './screen-codes.ts';
import type { TcfData, TcfLayer } from './shapes.ts';

/** What the screen is compared with. */
export interface TcfScreen {
	data: TcfData;
	/** Given when the second layer is on the screen. */
	layer?: TcfLayer;
}

interface Measured extends GateFinding {
	code: TcfScreenCode;
}

/**
 * Measures the banner that is on the screen: the first layer, or the second when `layer` is given. It stands alone, so
 * that it can be handed to a browser as it is (`page.evaluate(measureTcf, screen)`); there the shadow root must be open.
 */
export const measureTcf = ({ data, layer }: TcfScreen): Measured[] => {
	const roots = [...document.querySelectorAll('*')].flatMap((e) => (e.shadowRoot ? [e.shadowRoot] : []));
	const root = roots.find((r) => r.querySelector('.f,dialog'));
	const findings: Measured[] = [];
	const report = (code: TcfScreenCode, ok: boolean, measured: string): void => {
		findings.push({ code, ok, measured, where: null });
	};
	const all = (code: TcfScreenCode, count: number, { length }: readonly unknown[], ok = true): void =>
		report(code, ok && count === length, `${count} / ${length}`);
	/** Drawn with a size, not hidden, not transparent. Text that must be scrolled to counts: it can be reached. */
	const seen = (element: Element | null | undefined): element is HTMLElement => {
		if (!(element instanceof HTMLElement)) return false;
		const box = element.getBoundingClientRect();
		for (let at: Element | null = element; at; at = at.parentElement) {
			const style = getComputedStyle(at);
			if (style.visibility === 'hidden' || style.display === 'none' || Number(style.opacity) < 0.9) return false;
		}
		return box.width > 1 && box.height > 1;
	};
	const textOf = (element: Element | null | undefined): string =>
		seen(element) ? (element.textContent ?? '').replace(/\s+/g, ' ').trim() : '';
	/** Numbers as they are meant, whatever digits and groups a language writes them in. */
	const plain = (text: string): string =>
		text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/(\d)[\s.,'\u2019\u066c](?=\d{3})/g, '$1');
	const say = (scope: ParentNode | null | undefined, name: string) => textOf(scope?.querySelector(`[data-tcf="${name}"]`));
	const look = (button: HTMLElement): string => {
		const [style, box] = [getComputedStyle(button), button.getBoundingClientRect()];
		return [
			Math.round(box.width),
			Math.round(box.height),
			style.color,
			style.backgroundColor,
			style.borderColor,
			style.fontSize,
			style.fontWeight,
			style.textDecorationLine,
		].join(' ');
	};
	const answers = (scope: ParentNode | null | undefined, code: TcfScreenCode): void => {
		const [no, yes] = [scope?.querySelector('.r .no'), scope?.querySelector('.r .yes')];
		const both = seen(no) && seen(yes);
		const equal = both && look(no) === look(yes) && no.tagName === yes.tagName && no.tabIndex === yes.tabIndex;
		// On the screen without scrolling, both of them.
		const reached =
			both && [no, yes].every((b) => b.getBoundingClientRect().bottom <= innerHeight + 1 && b.getBoundingClientRect().top >= 0);
		report(code, equal && reached, both ? `${look(no)} / ${look(yes)}` : '—');
	};

	if (layer) {
		const dialog = root?.querySelector('dialog');
		const switches = [...(dialog?.querySelectorAll<HTMLInputElement>('input[role=switch]') ?? [])];
		const on = switches.filter((one) => one.checked).length;
		report('tcf_second_off', switches.length > 0 && on === 0, `${on} / ${switches.length}`);
		const whole = layer.purposes.filter((item) => {
			const text = dialog?.querySelector(`[data-purpose="${item.id}"]`)?.textContent ?? '';
			const counted = [item.count, item.countLi].every((count) => count === 0 || plain(text).includes(String(count)));
			return text.includes(item.name) && text.includes(item.about) && counted;
		}).length;
		all('tcf_second_purposes', whole, layer.purposes);
		const special = layer.specialFeatures.filter((item) => dialog?.querySelector(`[data-special="${item.id}"] input`)).length;
		all('tcf_second_special', special, layer.specialFeatures);
		const objections = data.purposesLi.filter(
			(id) => (dialog?.querySelectorAll(`[data-purpose="${id}"] input`).length ?? 0) > (data.purposes.includes(id) ? 1 : 0),
		).length;
		all('tcf_second_object', objections, data.purposesLi);
		const named = [...(dialog?.querySelectorAll('[data-vendor]') ?? [])].length;
		const tab = [...(dialog?.querySelectorAll('[role=tab]') ?? [])].at(-1)?.textContent ?? '';
		const search = dialog?.querySelector('input[type=search]');
		const partners = layer.vendors.length + layer.ac.length;
		report('tcf_second_partners', plain(tab).includes(String(partners)) && named > 0 && search != null, `${tab} (${named})`);
		answers(dialog, 'tcf_second_answers');
		return findings;
	}

	const first = root?.querySelector('.f');
	const device = say(first, 'device');
	report('tcf_first_device', device.length > 40, device.slice(0, 80));
	report('tcf_first_data', say(first, 'data').length > 40, say(first, 'data').slice(0, 80));
	const link = first?.querySelector('[data-tcf="device"] button');
	report('tcf_first_partners', plain(textOf(link)).includes(String(data.partners)), textOf(link));
	const lines = [...(first?.querySelectorAll('.m li') ?? [])].map(textOf);
	const shown = (wanted: { name: string; about: string }[]) =>
		wanted.filter(({ name, about }) => lines.some((line) => line.includes(name) && line.includes(about))).length;
	all('tcf_first_purposes', shown(data.lines), data.lines, data.lines.length > 0);
	all('tcf_first_special', shown(data.specialLines), data.specialLines);
	const legitimate = say(first, 'legitimate');
	report('tcf_first_legitimate', data.purposesLi.length === 0 || legitimate.includes(data.texts.choose), legitimate.slice(0, 80));
	const withdraw = say(first, 'withdraw');
	report('tcf_first_withdraw', withdraw.includes(data.texts.reopen), withdraw.slice(0, 80));
	answers(first, 'tcf_first_answers');
	const manage = [...(first?.querySelectorAll('.a button.k') ?? [])].find(
		(b) => textOf(b) === data.texts.choose.replace(/\s+/g, ' ').trim(),
	);
	report('tcf_first_manage', seen(manage), textOf(manage));
	return findings;
};
