/** aalto kauppa: a list of things, each with its page, a basket, a search and a page about cookies. */
import type { Around, ThirdParty } from './frame.ts';
import { framed } from './frame.ts';
import { type Good, goods, isGood, readBasket, type Section, sections, writeBasket } from './goods.ts';
import { html, type Markup } from './html.ts';
import { type Language, type Words, words } from './words.ts';

export interface Visit {
	method: string;
	url: URL;
	cookies: Map<string, string>;
	form: URLSearchParams;
}
export type Reply = { page: string; status?: number } | { to: string; setCookie?: string };
export type Site = (visit: Visit) => Reply;

const thirdParties: readonly ThirdParty[] = ['stats', 'ads', 'video'];

/** Language and path of an address: `/fi/basket` is the Finnish basket. */
export const languageOf = (path: string): { language: Language; rest: string } =>
	/^\/fi(\/|$)/.test(path) ? { language: 'fi', rest: path.slice(3) || '/' } : { language: 'en', rest: path };

export const shop =
	(site: Pick<Around, 'snippet' | 'thirdParty' | 'login'>): Site =>
	({ method, url, cookies, form }) => {
		const { language, rest } = languageOf(url.pathname);
		const say = words[language];
		const basket = readBasket(cookies.get('basket'));
		const at = (path: string) => (language === 'fi' ? `/fi${path === '/' ? '' : path}` : path);

		if (method === 'POST' && rest === '/basket') {
			const [put, drop] = [form.get('add') ?? '', form.get('remove') ?? ''];
			if (isGood(put)) basket.set(put, Math.min(99, (basket.get(put) ?? 0) + 1));
			if (isGood(drop)) basket.delete(drop);
			const kept = writeBasket(basket);
			return { to: at('/basket'), setCookie: `basket=${kept}; Path=/; SameSite=Lax; HttpOnly${kept ? '' : '; Max-Age=0'}` };
		}
		const page = (title: string, main: Markup, status = 200): Reply => ({
			status,
			page: framed({
				...site,
				language,
				title: `${title} · aalto kauppa`,
				thirdParties,
				say,
				main,
				header: header(say, at, language, rest, url, basket),
				links: html`<li><a href="${at('/cookies')}">${say.policy}</a></li>`,
			}),
		});

		if (rest === '/') {
			const section = sections.find((s) => s === url.searchParams.get('c'));
			const q = (url.searchParams.get('q') ?? '').trim();
			return page(say.heading, list(say, at, section, q));
		}
		if (rest === '/search') return page(say.search, searchForm(say, at));
		if (rest === '/basket') return page(say.basket, basketPage(say, at, basket));
		if (rest === '/cookies') return page(say.policy, policy(say, site.snippet !== null));
		const key = /^\/product\/(\w+)$/.exec(rest)?.[1] ?? '';
		if (isGood(key)) return page(say.goods[key].name, product(say, at, key, site.thirdParty('video')));
		return page('404', html`<h1>404</h1><p><a href="${at('/')}">${say.back}</a></p>`, 404);
	};

type At = (path: string) => string;

const header = (say: Words, at: At, language: Language, rest: string, url: URL, basket: Map<Good, number>): Markup => {
	const count = [...basket.values()].reduce((a, b) => a + b, 0);
	const current = rest === '/' ? url.searchParams.get('c') : null;
	return html`<header>
<a class="name" href="${at('/')}">aalto kauppa</a>
<nav aria-label="${say.menu}">${sections.map((s) => html`<a href="${at('/')}?c=${s}"${current === s && html` aria-current="page"`}>${say.sections[s]}</a>`)}</nav>
<div class="tools">
<a href="${language === 'fi' ? rest : `/fi${rest === '/' ? '' : rest}`}" lang="${language === 'fi' ? 'en' : 'fi'}" hreflang="${language === 'fi' ? 'en' : 'fi'}">${say.otherLanguage}</a>
<a href="${at('/search')}" aria-label="${say.search}"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg></a>
<a href="${at('/basket')}" aria-label="${say.basket}${count > 0 && ` (${count})`}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 8h14l1 12H4zM9 8V6a3 3 0 0 1 6 0v2"/></svg>${count > 0 && String(count)}</a>
</div>
</header>`;
};

const list = (say: Words, at: At, section: Section | undefined, q: string): Markup => {
	const found = goods.filter(
		(item) => (!section || item.sections.includes(section)) && say.goods[item.key].name.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
	);
	return html`<h1>${section ? say.sections[section] : say.heading}</h1>
<p class="lead">${q && found.length === 0 ? say.noneFound(q) : say.delivery}</p>
<ul class="goods">${found.map(
		(
			item,
		) => html`<li><a class="card" href="${at(`/product/${item.key}`)}"><span class="picture ${item.key}"><img src="/${item.key}.svg" alt=""></span>
<span class="line"><span>${say.goods[item.key].name}</span><span class="price">${item.priceEuros}&nbsp;€</span></span></a></li>`,
	)}</ul>`;
};

const searchForm = (say: Words, at: At): Markup => html`<h1>${say.search}</h1>
<form class="row" action="${at('/')}" role="search"><input type="search" name="q" aria-label="${say.search}"><button>${say.search}</button></form>`;

const product = (say: Words, at: At, key: Good, video: string): Markup => {
	const price = goods.find((item) => item.key === key)?.priceEuros;
	return html`<div class="product"><span class="picture ${key}"><img src="/${key}.svg" alt=""></span>
<div><h1>${say.goods[key].name}</h1><p class="lead">${say.goods[key].about}</p><p class="price">${price}&nbsp;€</p>
<form method="post" action="${at('/basket')}"><button name="add" value="${key}">${say.add}</button></form>
<h2>${say.film}</h2><p>${say.filmOff}</p>
<iframe title="${say.film}" data-luvalla="media" data-src="${video}/film"></iframe></div></div>`;
};

const basketPage = (say: Words, at: At, basket: Map<Good, number>): Markup => {
	const lines = goods.filter((item) => basket.has(item.key));
	if (lines.length === 0) return html`<h1>${say.basket}</h1><p>${say.empty}</p><p><a href="${at('/')}">${say.back}</a></p>`;
	const total = lines.reduce((sum, item) => sum + item.priceEuros * (basket.get(item.key) ?? 0), 0);
	return html`<h1>${say.basket}</h1>
<form method="post" action="${at('/basket')}"><table>
<thead><tr><th scope="col">${say.item}</th><th scope="col" class="number">${say.count}</th><th scope="col" class="number">${say.price}</th><td></td></tr></thead>
<tbody>${lines.map(
		(
			item,
		) => html`<tr><td>${say.goods[item.key].name}</td><td class="number">${basket.get(item.key)}</td><td class="number">${item.priceEuros * (basket.get(item.key) ?? 0)}&nbsp;€</td>
<td class="number"><button class="link" name="remove" value="${item.key}" aria-label="${say.remove}: ${say.goods[item.key].name}">${say.remove}</button></td></tr>`,
	)}
<tr><th scope="row">${say.total}</th><td></td><td class="number price">${total}&nbsp;€</td><td></td></tr></tbody></table></form>
<p>${say.sample}</p><p><a href="${at('/')}">${say.back}</a></p>`;
};

const policy = (say: Words, hasBanner: boolean): Markup => html`<h1>${say.policy}</h1><p class="lead">${say.policyLead}</p>
<table><thead><tr>${say.policyColumns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${say.policyRows.map((row) => html`<tr>${row.map((cell, i) => (i === 0 ? html`<td><code>${cell}</code></td>` : html`<td>${cell}</td>`))}</tr>`)}</tbody></table>
${hasBanner && html`<p><button type="button" data-luvalla-show>${say.change}</button></p>`}`;
