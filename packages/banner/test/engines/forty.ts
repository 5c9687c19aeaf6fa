/** Pages of forty tags of every kind, drawn from a seed, and what must run on them. For tests only. */
import { dice } from '../../../../apps/server/src/sample/dice.ts';

type Category = 'statistics' | 'marketing' | 'media';

export interface Tag {
	/** What it calls itself in `window.ran`. */
	name: string;
	/** What must be allowed; absent: it always runs. */
	category?: Category;
	html: string;
	/** It runs in the order of the page, among others that do. */
	ordered: boolean;
}

const HOSTS = { statistics: 'stats', marketing: 'ads', media: 'video' } as const;

const ran = (name: string): string => `(window.ran=window.ran||[]).push('${name}')`;

/** Each way in which a tag may stand in a page. `at` is its service's address. */
const KINDS: Record<
	string,
	(name: string, category: Category, at: string, ms: number) => Omit<Tag, 'name' | 'category'> & { free?: true }
> = {
	'marked external': (name, category, at, ms) => ({
		html: `<script type="text/plain" data-luvalla="${category}" data-src="${at}/mark/${name}?ms=${ms}"></script>`,
		ordered: true,
	}),
	'marked inline': (name, category) => ({
		html: `<script type="text/plain" data-luvalla="${category}">${ran(name)}</script>`,
		ordered: true,
	}),
	'marked last child': (name, category) => ({
		html: `<div><p><script type="text/plain" data-luvalla="${category}">${ran(name)}</script></p></div>`,
		ordered: true,
	}),
	'marked async': (name, category, at, ms) => ({
		html: `<script async type="text/plain" data-luvalla="${category}" data-src="${at}/mark/${name}?ms=${ms}"></script>`,
		ordered: false,
	}),
	'marked defer': (name, category, at) => ({
		html: `<script defer type="text/plain" data-luvalla="${category}" data-src="${at}/mark/${name}"></script>`,
		ordered: true,
	}),
	'marked module': (name, category, at) => ({
		html: `<script type="text/plain" data-type="module" data-luvalla="${category}" data-src="${at}/mark/${name}"></script>`,
		ordered: false,
	}),
	'marked inline module': (name, category) => ({
		html: `<script type="text/plain" data-type="module" data-luvalla="${category}">${ran(name)}</script>`,
		ordered: false,
	}),
	'marked that writes': (name, category, at) => ({
		html: `<script type="text/plain" data-luvalla="${category}">document.write('<b>w</b><scr'+'ipt src="${at}/mark/${name}">');document.write('</scr'+'ipt>')</script>`,
		ordered: false,
	}),
	'marked by innerHTML': (name, category, at) => ({
		html: `<div id="h-${name}"></div><script>document.getElementById('h-${name}').innerHTML='<script type="text/plain" data-luvalla="${category}" data-src="${at}/mark/${name}"><\\/script>'</script>`,
		ordered: false,
	}),
	'marked for later': (name, category) => ({
		html: `<script type="text/plain" data-luvalla="${category}">document.addEventListener('DOMContentLoaded',()=>${ran(name)})</script>`,
		ordered: false,
	}),
	'known in the page': (name, _, at) => ({ html: `<script src="${at}/mark/${name}"></script>`, ordered: false }),
	'known, async in the page': (name, _, at) => ({ html: `<script async src="${at}/mark/${name}"></script>`, ordered: false }),
	'known, deferred in the page': (name, _, at) => ({ html: `<script defer src="${at}/mark/${name}"></script>`, ordered: false }),
	'known, inserted': (name, _, at) => ({
		html: `<script>{const s=document.createElement('script');s.src='${at}/mark/${name}';document.head.append(s)}</script>`,
		ordered: false,
	}),
	'known, by an attribute in capitals': (name, _, at) => ({
		html: `<script>{const s=document.createElement('script');s.setAttribute('SRC',' ${at.replace('http', 'HTTP')}/mark/${name}');document.head.appendChild(s)}</script>`,
		ordered: false,
	}),
	'known, by an attribute node': (name, _, at) => ({
		html: `<script>{const s=document.createElement('script'),a=document.createAttribute('src');a.value='${at}/mark/${name}';s.setAttributeNode(a);document.body?document.body.prepend(s):document.head.insertBefore(s,null)}</script>`,
		ordered: false,
	}),
	'known, by a fragment': (name, _, at) => ({
		html: `<script>{const r=document.createRange();r.selectNode(document.head);document.head.append(r.createContextualFragment('<script src="${at}/mark/${name}"><\\/script>'))}</script>`,
		ordered: false,
	}),
	'known, written': (name, _, at) => ({
		html: `<script>document.write('<script src="${at}/mark/${name}"><\\/script>')</script>`,
		ordered: false,
	}),
	'known, of another window': (name, _, at) => ({
		html: `<iframe title="own" hidden></iframe><script>{const s=document.currentScript.previousSibling.contentDocument.createElement('script');s.src='${at}/mark/${name}';document.head.append(s)}</script>`,
		ordered: false,
	}),
	'the site’s own': (name) => ({ html: `<script>${ran(name)}</script>`, ordered: true, free: true }),
	'known, marked necessary': (name, _, at) => ({
		html: `<script data-luvalla="necessary" src="${at}/mark/${name}"></script>`,
		ordered: false,
		free: true,
	}),
};

const CATEGORIES = ['statistics', 'marketing', 'media'] as const;

/** Every kind once, then others by chance, in an order by chance; of forty tags in all. */
export const fortyTags = (seed: number): Tag[] => {
	const next = dice(seed);
	const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
	const names = Object.keys(KINDS);
	const drawn = [...names, ...Array.from({ length: 40 - names.length }, () => pick(names))];
	for (let i = drawn.length - 1; i > 0; i--) {
		const j = Math.floor(next() * (i + 1));
		[drawn[i], drawn[j]] = [drawn[j] as string, drawn[i] as string];
	}
	return drawn.map((kind, i) => {
		const category = pick(CATEGORIES);
		const name = `t${i}`;
		const ms = pick([0, 0, 0, 80, 250]);
		const { free, ...made } = KINDS[kind]?.(name, category, `{${HOSTS[category]}}`, ms) ?? { html: '', ordered: false };
		return { name, ...made, ...(!free && { category }) };
	});
};

/** The tags in a page: some in head, some in body. */
export const asPage = (tags: Tag[]): { head: string; body: string } => {
	// What makes elements of its own stands in the body.
	const inHead = (tag: Tag): boolean => /^<script/.test(tag.html);
	const head = tags.slice(0, 12).filter(inHead);
	const body = tags.filter((tag) => !head.includes(tag));
	return {
		head: head.map((tag) => tag.html).join('\n'),
		body: `<main><h1>Shop</h1>${body.map((tag) => `<p>…</p>${tag.html}`).join('\n')}</main>`,
	};
};

/** The page's order of what it says runs in order. */
export const inPageOrder = (tags: Tag[]): Tag[] => {
	const { head, body } = asPage(tags);
	const text = head + body;
	return [...tags].sort((a, b) => text.indexOf(a.html) - text.indexOf(b.html));
};
