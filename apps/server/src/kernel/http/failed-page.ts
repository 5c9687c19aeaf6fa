/** What a browser shows whose page cannot be made at present: no letter, no form and no sign-in ends in a line for machines. */
import type { Language } from './errors.ts';
import { LOOK, lookPolicy } from './look.ts';

const STYLE = `${LOOK}
body{padding:32px 16px;min-height:100vh;display:grid;place-content:center;grid-template-columns:minmax(0,480px)}
main{background:var(--s);border:1px solid var(--l);border-radius:12px;padding:32px}p{margin:0}`;

export const FAILED_POLICY = lookPolicy(STYLE, '');

const words = {
	en: { title: 'That did not work', text: 'Something failed at our end. Try again in a moment.' },
	fi: { title: 'Se ei onnistunut', text: 'Jokin petti meillä. Yritä hetken päästä uudelleen.' },
} as const;

/** It names nobody: it stands on customers' own hosts, too. */
export const failedPage = (language: Language): string => {
	const { title, text } = words[language];
	return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
};
