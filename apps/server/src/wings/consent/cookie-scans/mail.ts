/** The mail that says that a scheduled scan found what was not there before. */
import { type ScanItem, ScanPass } from '@luvalla/contract/consent/scans.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { button, letterOf, listed, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { pageAt, tellAdmins } from '../../tenancy/wing.ts';
import { wordsFor } from '../scans/sentences.ts';
import type { KeptResult } from './result.ts';

/** Named in the mail; the rest is counted. */
const MOST_NAMED = 10;

const words = {
	en: {
		subject: (host: string, n: number) => (n === 1 ? `1 new thing on ${host}` : `${n} new things on ${host}`),
		text: (host: string, n: number) =>
			`The scheduled scan of ${host} found ${n === 1 ? 'something' : `${n} things`} that the previous one did not:`,
		more: (n: number) => `and ${n} more.`,
		early: (n: number) =>
			n === 1
				? '1 cookie that needs consent is set before anybody is asked.'
				: `${n} cookies that need consent are set before anybody is asked.`,
		passes: { before: 'before consent', accept: 'after a yes', reject: 'after a no' },
		button: 'Look at the scan',
	},
	fi: {
		subject: (host: string, n: number) => (n === 1 ? `1 uusi löydös sivustolla ${host}` : `${n} uutta löydöstä sivustolla ${host}`),
		text: (host: string, n: number) =>
			n === 1
				? `Sivuston ${host} ajastettu skannaus löysi jotain, mitä edellinen ei löytänyt:`
				: `Sivuston ${host} ajastettu skannaus löysi ${n} asiaa, joita edellinen ei löytänyt:`,
		more: (n: number) => `ja ${n} muuta.`,
		early: (n: number) =>
			n === 1
				? 'Yksi suostumusta vaativa eväste asetetaan ennen kuin keneltäkään on kysytty.'
				: `${n} suostumusta vaativaa evästettä asetetaan ennen kuin keneltäkään on kysytty.`,
		passes: { before: 'ennen suostumusta', accept: 'kyllä-vastauksen jälkeen', reject: 'ei-vastauksen jälkeen' },
		button: 'Katso skannaus',
	},
} as const;

/** What a site calls its things is quoted: it may be anybody's words. */
const lineOf = (item: ScanItem, language: Language): string => {
	const passes = ScanPass.options.filter((pass) => item.seen[pass]).map((pass) => words[language].passes[pass]);
	return `${wordsFor({ ...item, name: quoted(language, item.name) }, language)} (${item.host.replace(/^\./, '')}): ${passes.join(', ')}`;
};

export const newMail = (language: Language, host: string, { fresh, counts }: KeptResult, link: string): Letter => {
	const w = words[language];
	const lines = fresh.slice(0, MOST_NAMED).map((item) => lineOf(item, language));
	if (fresh.length > MOST_NAMED) lines.push(w.more(fresh.length - MOST_NAMED));
	return letterOf(language, w.subject(host, fresh.length), [
		said(w.text(host, fresh.length)),
		listed(lines),
		counts.early > 0 ? said(w.early(counts.early)) : null,
		button(w.button, link),
	]);
};

/** Tells the customer's admins of what is new, where something is. */
export const tellOfNew = async (
	tx: Tx,
	{ jobs, settings }: Pick<Kernel, 'jobs' | 'settings'>,
	customerId: number,
	scanId: string,
	host: string,
	result: KeptResult,
): Promise<void> => {
	if (result.fresh.length === 0) return;
	const link = pageAt(settings, customerId, `/cookiescan?scan=${scanId}`);
	await tellAdmins(tx, { jobs }, customerId, (language) => newMail(language, host, result, link));
};
