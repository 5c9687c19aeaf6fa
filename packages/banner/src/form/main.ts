/**
 * A sign-up form on a website: `<script src="https://…/edge/v1/form.js" defer data-form="ID" data-into="#place"></script>`. It asks us how the
 * form looks, draws it into a shadow root of its own, and posts what was typed. Texts become text nodes and styles a constructable sheet,
 * so it works under a strict policy; with the post comes a little work that costs a robot something for each address.
 */
import type { ShownForm } from '@luvalla/contract/consent/forms';

type Draw = (place: Element, shown: ShownForm, send?: (data: Record<string, unknown>) => Promise<string | null>) => void;

declare global {
	interface Window {
		luvallaForm?: Draw;
	}
}

const tag = document.currentScript as HTMLScriptElement | null;

const el = (name: string, of: Record<string, unknown> = {}, ...inside: (Node | string)[]): HTMLElement => {
	const made = document.createElement(name);
	for (const key in of) if (of[key]) made.setAttribute(key, of[key] === true ? '' : `${of[key]}`);
	made.append(...inside.filter(Boolean));
	return made;
};

const draw: Draw = (place, shown, send) => {
	const { look, fields, name, about } = shown;
	const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(`:host{display:block;container-type:inline-size}*{box-sizing:border-box;margin:0}
.f{font:16px/1.5 system-ui,sans-serif;color:${look.text};background:${look.background};padding:32px;border-radius:10px;overflow-wrap:anywhere}
h2{font-size:1.6em;line-height:1.2;margin:8px 0}form{display:grid;gap:14px;margin-top:20px}
.l{display:flex;justify-content:space-between}input{font:inherit;color:#16201e}
.l+input{margin-top:4px;width:100%;min-height:44px;padding:8px 12px;border:1px solid #6b7673;border-radius:6px;background:#fff}
.y{display:flex;gap:12px;align-items:flex-start}.y input{width:20px;height:20px;margin:2px 0 0;flex:none}
button{font:600 1em system-ui;min-height:44px;padding:9px 16px;border:0;border-radius:6px;background:${look.button};color:${look.buttonText}}
:focus-visible{outline:3px solid ${look.text};outline-offset:2px}.w{position:fixed;left:-9in}[hidden]{display:none}
${look.beside ? '@container(min-width:520px){.f{display:grid;grid-template-columns:1fr 2fr;gap:32px}form{margin:0}}' : ''}`);
	root.adoptedStyleSheets = [sheet];
	const said = el('p', { role: 'status', tabindex: -1 });
	const button = el('button', {}, shown.button) as HTMLButtonElement;
	const form = el(
		'form',
		{},
		...fields.map(({ key, label, type, auto, required }) =>
			el(
				'label',
				{},
				el('span', { class: 'l' }, label, required ? '' : el('small', {}, shown.optional)),
				el('input', { name: key, type, autocomplete: auto, required, maxlength: 200 }),
			),
		),
		el(
			'label',
			{ class: 'y' },
			el('input', { name: 'yes', type: 'checkbox', required: true }),
			el('span', {}, el('b', {}, name), ` ${about}`),
		),
		el('label', { class: 'w', 'aria-hidden': 'true' }, el('input', { name: 'website', tabindex: -1, autocomplete: 'off' })),
		button,
		el('small', {}, shown.note),
		said,
	) as HTMLFormElement;
	form.onsubmit = async (event) => {
		event.preventDefault();
		button.disabled = true;
		const { email, website, yes: _, ...typed } = Object.fromEntries(new FormData(form)) as Record<string, string>;
		try {
			const to = await send?.({ email: email?.trim().toLowerCase(), website, fields: typed });
			if (to) return void location.assign(to);
			for (const one of [...form.children]) (one as HTMLElement).hidden = one !== said;
			said.textContent = shown.taken;
		} catch {
			said.textContent = shown.failed;
			button.disabled = false;
		}
		said.focus();
	};
	const words = el('div', {}, el('b', {}, shown.brand), shown.title && el('h2', {}, shown.title), el('p', {}, shown.text));
	root.replaceChildren(el('div', { class: 'f', lang: shown.language }, words, form));
};

/** A number with which the hash begins with zeros; -1 where the page cannot hash: then it is taken as from any page without a script. */
const work = async (text: string): Promise<number> => {
	for (let n = 0; crypto.subtle; n++) {
		const [first, second = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text + n)));
		if (!first && second < 16) return n;
	}
	return -1;
};

const { form: id, into } = tag?.dataset ?? {};
window.luvallaForm = draw;
if (tag && id && into) {
	const base = tag.src.replace('form.js', 'forms');
	const ask = (path: string, init?: RequestInit) =>
		fetch(base + path, init).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
	ask(`/${id}?lang=${document.documentElement.lang}`).then(({ data }) => {
		const place = document.querySelector(into);
		// For whoever put it there: an application may draw its place later.
		if (!place) throw `No ${into}`;
		draw(place, data, async (typed) => {
			const n = await work(`${data.token}.${typed.email}.`);
			const body = { ...typed, form: id, language: data.language, yes: true, token: n < 0 ? '' : data.token, work: n };
			return (await ask('', { method: 'POST', body: JSON.stringify(body) })).data.to;
		});
	});
}
