/** The page around a page: head with the snippet first, the marked third parties, and the footer that tells what ran. */
import { html, type Markup } from './html.ts';
import type { Language, Words } from './words.ts';

export interface Around {
	language: Language;
	title: string;
	/** Address of the banner's script, or null when the site has none. */
	snippet: string | null;
	/** The sign-in button of an application, where the site has one. */
	login?: Login | null;
	/** `http://{name}.localhost:4002` of a third party. */
	thirdParty(name: ThirdParty): string;
	/** Third parties of this site. */
	thirdParties: readonly ThirdParty[];
	say: Words;
	header: Markup;
	main: Markup;
	links: Markup;
}

export interface Login {
	/** Address of `login.js`. */
	script: string;
	clientId: string;
}

export type ThirdParty = 'stats' | 'ads' | 'video';
/** The banner's category that each one needs. */
const categoryOf: Record<ThirdParty, string> = { stats: 'statistics', ads: 'marketing', video: 'media' };

export const framed = ({ language, title, snippet, login = null, thirdParty, thirdParties, say, header, main, links }: Around): string =>
	html`<!doctype html>
<html lang="${language}">
<head>
${snippet && html`<script src="${snippet}"></script>`}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/shop.css">
<link rel="icon" href="/lamp.svg">
${thirdParties.map((name) => html`<script type="text/plain" data-luvalla="${categoryOf[name]}" data-src="${thirdParty(name)}/${name}.js"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${say.skip}</a>
${header}
<main id="content">
${main}
</main>
<footer>
<section id="runs" data-ran="${say.ran}" data-none="${say.none}">
<h2>${say.runs}</h2>
<ul>
${thirdParties.map((name) => html`<li>${say.thirdParties[name]}: <strong data-runs="${name}">${say.off}</strong></li>\n`)}<li>${say.cookies}: <code data-cookies>${say.none}</code></li>
</ul>
</section>
<section>
<h2>${say.about}</h2>
<ul>
${links}
${snippet && html`<li><button type="button" class="link" data-luvalla-show>${say.change}</button></li>`}
${login && html`<li><luvalla-login client-id="${login.clientId}" color="#2b4a3f"></luvalla-login> <span role="status" data-signed-in="${say.signedIn}"></span></li>\n`}<li>${say.sample}</li>
</ul>
</section>
</footer>
${login && html`<script src="${login.script}"></script>\n`}<script src="/panel.js"></script>
</body>
</html>
`.markup;
