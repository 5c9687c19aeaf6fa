/** Mökki Oy's blog: two posts, one statistics script. */
import { type Around, framed } from './frame.ts';
import { html } from './html.ts';
import { languageOf, type Site } from './shop.ts';
import { type Language, words } from './words.ts';

interface Post {
	key: string;
	on: string;
	title: Record<Language, string>;
	text: Record<Language, readonly string[]>;
}

const posts: readonly Post[] = [
	{
		key: 'stove',
		on: '2026-10-02',
		title: { en: 'Lighting the stove for the first time', fi: 'Uunin ensimmäinen lämmitys' },
		text: {
			en: [
				'Start small: a handful of dry birch, the damper fully open, and patience.',
				'A masonry stove that has stood cold all summer wants three gentle fires before the first real one. The stone tells you when it is ready: it stops sweating.',
			],
			fi: [
				'Aloita pienestä: kourallinen kuivaa koivua, pelti kokonaan auki ja kärsivällisyyttä.',
				'Koko kesän kylmänä ollut varaava uuni haluaa kolme varovaista tulta ennen ensimmäistä oikeaa. Kivi kertoo, milloin se on valmis: se lakkaa hikoilemasta.',
			],
		},
	},
	{
		key: 'jetty',
		on: '2026-09-12',
		title: { en: 'Taking in the jetty before the ice', fi: 'Laituri ylös ennen jäitä' },
		text: {
			en: [
				'Do it on a calm day, and do it in two.',
				'Loosen the shore end last. A jetty that is let go first at the shore goes sailing, and so does the one who holds it.',
			],
			fi: [
				'Valitse tyyni päivä ja pyydä kaveri.',
				'Irrota rannan puoleinen pää viimeiseksi. Muuten laituri lähtee purjehtimaan, ja niin lähtee pitelijäkin.',
			],
		},
	},
];

const said: Record<Language, { menu: string; lead: string; back: string; missing: string }> = {
	en: { menu: 'Posts', lead: 'Notes from a cabin by a lake.', back: 'All posts', missing: 'There is no such post.' },
	fi: {
		menu: 'Kirjoitukset',
		lead: 'Muistiinpanoja järven rannalta.',
		back: 'Kaikki kirjoitukset',
		missing: 'Tällaista kirjoitusta ei ole.',
	},
};

export const blog =
	(site: Pick<Around, 'snippet' | 'thirdParty' | 'login'>): Site =>
	({ url }) => {
		const { language, rest } = languageOf(url.pathname);
		const say = words[language];
		const own = said[language];
		const at = (path: string) => (language === 'fi' ? `/fi${path === '/' ? '' : path}` : path);
		const date = (on: string) =>
			new Date(`${on}T00:00:00Z`).toLocaleDateString(language === 'fi' ? 'fi-FI' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
		const post = posts.find((p) => rest === `/post/${p.key}`);
		const main = post
			? html`<article><h1>${post.title[language]}</h1><time datetime="${post.on}">${date(post.on)}</time>${post.text[language].map((p) => html`<p>${p}</p>`)}<p><a href="${at('/')}">${own.back}</a></p></article>`
			: rest === '/'
				? html`<h1>Mökki</h1><p class="lead">${own.lead}</p>${posts.map((p) => html`<article><h2><a href="${at(`/post/${p.key}`)}">${p.title[language]}</a></h2><time datetime="${p.on}">${date(p.on)}</time><p>${p.text[language][0]}</p></article>`)}`
				: html`<h1>404</h1><p>${own.missing} <a href="${at('/')}">${own.back}</a></p>`;
		return {
			status: post || rest === '/' ? 200 : 404,
			page: framed({
				...site,
				language,
				title: post ? `${post.title[language]} · Mökki` : 'Mökki',
				thirdParties: ['stats'],
				say,
				main,
				header: html`<header><a class="name" href="${at('/')}">Mökki</a><nav aria-label="${own.menu}">${posts.map((p) => html`<a href="${at(`/post/${p.key}`)}">${p.title[language]}</a>`)}</nav>
<div class="tools"><a href="${language === 'fi' ? rest : `/fi${rest === '/' ? '' : rest}`}" lang="${language === 'fi' ? 'en' : 'fi'}">${say.otherLanguage}</a></div></header>`,
				links: html`<li><a href="${at('/')}">${own.back}</a></li>`,
			}),
		};
	};
