/** What somebody pastes into their site or their server. */
import { type FormConfig, type FormLanguage, KNOWN_FIELDS, type KnownField, type SignupForm } from '@luvalla/contract/consent/forms';

export const WAYS = ['script', 'html', 'api'] as const;
export type Way = (typeof WAYS)[number];

interface Snippet {
	readonly origin: string;
	readonly form: SignupForm;
	readonly config: FormConfig;
	readonly language: FormLanguage;
	readonly label: (key: KnownField) => string;
	readonly email: string;
	readonly yes: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const isKnown = (key: string): key is KnownField => KNOWN_FIELDS.some((one) => one === key);

const script = ({ origin, form }: Snippet): string =>
	`<script src="${origin}/edge/v1/form.js" defer\n  data-form="${form.id}" data-into="#signup"></script>\n<div id="signup"></div>`;

const html = ({ origin, form, config, language, label, email, yes }: Snippet): string => {
	const fields = config.fields.map(
		({ key, required, label: own }) =>
			`  <label>${escaped(own[language] || (isKnown(key) ? label(key) : key.replace('attributes.', '')))} <input name="${key}"${required ? ' required' : ''}></label>`,
	);
	return [
		`<form method="post" action="${origin}/signup/${form.id}" lang="${language}">`,
		`  <input type="hidden" name="language" value="${language}">`,
		`  <label>${email} <input name="email" type="email" autocomplete="email" required></label>`,
		...fields,
		`  <label><input name="yes" type="checkbox" required> ${escaped(yes)}</label>`,
		'  <input name="website" tabindex="-1" autocomplete="off" hidden>',
		`  <button>${escaped(config.texts[language]?.button ?? '')}</button>`,
		'</form>',
	].join('\n');
};

const api = ({ origin, form, config, language }: Snippet): string =>
	[
		`curl ${origin}/edge/v1/signups \\`,
		'  -H "authorization: Bearer $TOKEN" -H "content-type: application/json" \\',
		`  -d '${JSON.stringify({ domainId: form.domainId, form: form.id, language, email: 'anna@example.com', ...(!config.confirm && { signedIn: true }) })}'`,
	].join('\n');

export const snippetOf = (way: Way, snippet: Snippet): string => ({ script, html, api })[way](snippet);
