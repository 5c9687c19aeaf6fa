/** Mails about the ledger: the head of the day, what the self-check found, and somebody's receipt. */
import { type Finding, type InstallationCheck, LEDGER_LINK_DAYS, type SelfCheck } from '@luvalla/contract/consent/proof.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import type { HeadRow } from './heads.ts';
import { RECEIPT_LINK_DAYS } from './words.ts';

interface Mail {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}
type Language = 'en' | 'fi';

/** Places are told from 1, as people count. */
const placeOf = (position: number): string => String(position + 1);

/** Where and what, in a sentence. */
const findingWords: Record<Language, (finding: Finding) => string> = {
	en: ({ kind, position, recordId, other }) => {
		const at = position === null ? 'The log' : `Entry ${placeOf(position)}${recordId ? ` (record ${recordId})` : ''}`;
		switch (kind) {
			case 'changed':
				return `${at} was changed.`;
			case 'missing':
				return `${at} is missing, and no erasure says why.`;
			case 'reordered':
				return `${at} stands where another belongs; its own place is ${other === null ? 'unknown' : placeOf(other)}.`;
			case 'late':
				return `${at} came into the ledger later than it should have.`;
			case 'entry':
				return `${at} is not in the log as it was.`;
			case 'tile':
				return `The tree was changed at entry ${position === null ? '?' : placeOf(position)}.`;
			case 'head':
				return position === null
					? `The signed head over ${other ?? 'some'} entries was changed or is gone.`
					: `Something between entries ${placeOf(position)} and ${other ?? '?'} is not what was signed.`;
			case 'installation':
				return `The head over ${other ?? '?'} entries is not in the installation’s log.`;
			case 'shrunk':
				return `The log has ${position ?? '?'} entries and had ${other ?? '?'}.`;
			case 'present':
				return `A present answer is not what the records of the person come to${recordId ? ` (record ${recordId})` : ''}.`;
		}
	},
	fi: ({ kind, position, recordId, other }) => {
		const at = position === null ? 'Loki' : `Merkintä ${placeOf(position)}${recordId ? ` (kirjaus ${recordId})` : ''}`;
		switch (kind) {
			case 'changed':
				return `${at} on muuttunut.`;
			case 'missing':
				return `${at} puuttuu, eikä mikään poisto kerro syytä.`;
			case 'reordered':
				return `${at} on toisen paikalla; sen oma paikka on ${other === null ? 'tuntematon' : placeOf(other)}.`;
			case 'late':
				return `${at} tuli suostumuskirjaan myöhemmin kuin olisi pitänyt.`;
			case 'entry':
				return `${at} ei ole lokissa sellaisena kuin oli.`;
			case 'tile':
				return `Puuta on muutettu merkinnän ${position === null ? '?' : placeOf(position)} kohdalta.`;
			case 'head':
				return position === null
					? `Allekirjoitettu pää (${other ?? '?'} merkintää) on muuttunut tai kadonnut.`
					: `Jokin merkintöjen ${placeOf(position)} ja ${other ?? '?'} välillä ei ole sitä, mitä allekirjoitettiin.`;
			case 'installation':
				return `Pää, joka kattaa ${other ?? '?'} merkintää, ei ole asennuksen lokissa.`;
			case 'shrunk':
				return `Lokissa on ${position ?? '?'} merkintää, ja niitä oli ${other ?? '?'}.`;
			case 'present':
				return `Voimassa oleva vastaus ei ole se, mikä henkilön kirjauksista seuraa${recordId ? ` (kirjaus ${recordId})` : ''}.`;
		}
	},
};

const words = {
	en: {
		heads: (size: number) => `Consent ledger: ${size} entries, signed`,
		whose: 'Ledger of',
		want: 'Do you want to hear of a consent ledger?',
		wantText:
			'Somebody who keeps a consent ledger would like this address to get its newest signed head every day, and mail when its self-check finds something. Nothing is sent unless you say yes.',
		wantButton: 'Look at it and say yes',
		wantUntil: `The link works for ${LEDGER_LINK_DAYS} days. If you do not want that, do nothing.`,
		receipt: 'Your consent receipt',
		receiptText:
			'Somebody who has a letter that was sent to you asked for the receipt of the yes that permitted it. It shows what you said yes to and when, and anyone can check with it that nothing was changed.',
		letterOf: 'The letter was from',
		receiptButton: 'Open the receipt',
		receiptUntil: `The link works for ${RECEIPT_LINK_DAYS} days. Whoever has it sees the receipt, so pass it on with care.`,
		keep: 'Keep this message. It lets anybody prove later that the ledger still begins with what it holds today, even against whoever runs it.',
		own: 'Signed head of the ledger',
		above: 'Signed head of the installation',
		where: 'The log answers at',
		keys: 'Public keys',
		found: 'Consent ledger: something is not what it was',
		foundText: (n: number) => `The daily self-check found ${n} ${n === 1 ? 'thing' : 'things'}:`,
		subjectAbove: (host: string) => `Log of the installation ${host}: something is not what it was`,
		foundAbove: (host: string, n: number) =>
			`The log of the installation ${host}, whose entries are the customers’ signed heads, is not what it was. The daily self-check found ${n} ${n === 1 ? 'thing' : 'things'}:`,
		open: 'Open the ledger',
	},
	fi: {
		heads: (size: number) => `Suostumuskirja: ${size} merkintää, allekirjoitettu`,
		whose: 'Kenen suostumuskirja',
		want: 'Haluatko viestejä suostumuskirjasta?',
		wantText:
			'Suostumuskirjan pitäjä haluaa, että tähän osoitteeseen lähetetään joka päivä sen uusin allekirjoitettu pää, ja viesti, jos itsetarkistus löytää jotain. Mitään ei lähetetä, ellet vastaa kyllä.',
		wantButton: 'Katso ja vastaa kyllä',
		wantUntil: `Linkki toimii ${LEDGER_LINK_DAYS} päivää. Jos et halua viestejä, sinun ei tarvitse tehdä mitään.`,
		receipt: 'Suostumuskuittisi',
		receiptText:
			'Joku, jolla on sinulle lähetetty viesti, pyysi kuittia suostumuksesta, jolla se lähetettiin. Kuitista näkee, mihin suostuit ja milloin, ja sillä kuka tahansa voi tarkistaa, ettei mitään ole muutettu.',
		letterOf: 'Viestin lähettäjä',
		receiptButton: 'Avaa kuitti',
		receiptUntil: `Linkki toimii ${RECEIPT_LINK_DAYS} päivää. Kuitin näkee jokainen, jolla on linkki, joten harkitse, kenelle annat sen.`,
		keep: 'Säilytä tämä viesti. Sillä kuka tahansa voi myöhemmin osoittaa, että suostumuskirja alkaa yhä sillä, mitä siinä tänään on, myös sen ylläpitäjää vastaan.',
		own: 'Suostumuskirjan allekirjoitettu pää',
		above: 'Asennuksen allekirjoitettu pää',
		where: 'Loki vastaa osoitteessa',
		keys: 'Julkiset avaimet',
		found: 'Suostumuskirja: jokin ei ole niin kuin oli',
		foundText: (n: number) => (n === 1 ? 'Päivittäinen tarkistus löysi yhden asian:' : `Päivittäinen tarkistus löysi ${n} asiaa:`),
		subjectAbove: (host: string) => `Asennuksen ${host} loki: jokin ei ole niin kuin oli`,
		foundAbove: (host: string, n: number) =>
			`Asennuksen ${host} loki, jonka merkintöjä asiakkaiden allekirjoitetut päät ovat, ei ole niin kuin oli. Päivittäinen tarkistus löysi ${n === 1 ? 'yhden asian' : `${n} asiaa`}:`,
		open: 'Avaa suostumuskirja',
	},
} as const;

const page = (body: string): string =>
	`<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:640px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px">${body}</div></body></html>`;
const note = (label: string, text: string): string =>
	`<p style="margin-bottom:4px;font-weight:600">${escapeHtml(label)}</p><pre style="white-space:pre-wrap;overflow-wrap:anywhere;background:#f0f3f2;border-radius:6px;padding:12px;font-size:13px;line-height:20px">${escapeHtml(text)}</pre>`;

/** What is told: signed by itself, so it needs no secret between us. */
export interface Told {
	readonly customer: string;
	readonly address: string;
	readonly keys: string;
	readonly head: HeadRow;
	readonly installationHead: HeadRow | null;
}

export const headsMail = (language: Language, told: Told): Mail => {
	const w = words[language];
	const whose = `${w.whose}: ${quoted(language, told.customer)}`;
	const notes = [[w.own, told.head.note], ...(told.installationHead ? [[w.above, told.installationHead.note]] : [])] as [string, string][];
	return {
		subject: w.heads(told.head.size),
		text: `${w.keep}\n\n${whose}\n\n${notes.map(([label, text]) => `${label}:\n\n${text}`).join('\n')}\n${w.where} ${told.address}\n${w.keys}: ${told.keys}\n`,
		html: page(
			`<p>${escapeHtml(w.keep)}</p><p>${escapeHtml(whose)}</p>${notes.map(([label, text]) => note(label, text)).join('')}<p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(w.where)} ${escapeHtml(told.address)}<br>${escapeHtml(w.keys)}: ${escapeHtml(told.keys)}</p>`,
		),
	};
};

/** What was found, as a paragraph and a list. */
const listed = (language: Language, intro: string, { findings }: Pick<SelfCheck, 'findings'>): { text: string; html: string } => {
	const lines = findings.map(findingWords[language]);
	return {
		text: `${intro}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
		html: `<p>${escapeHtml(intro)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
	};
};
const button = (label: string, link: string): string =>
	`<p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(label)}</a></p>`;

export const findingsMail = (language: Language, customer: string, check: SelfCheck, link: string): Mail => {
	const w = words[language];
	const { text, html } = listed(language, w.foundText(check.found), check);
	const whose = `${w.whose}: ${quoted(language, customer)}`;
	return {
		subject: w.found,
		text: `${text}\n${whose}\n\n${w.open}:\n${link}\n`,
		html: page(`${html}<p>${escapeHtml(whose)}</p>${button(w.open, link)}`),
	};
};

/** The question that goes to an address before anything else. */
export const confirmWantedMail = (language: Language, customer: string, link: string): Mail => {
	const w = words[language];
	const whose = `${w.whose}: ${quoted(language, customer)}`;
	return {
		subject: w.want,
		text: `${w.wantText}\n\n${w.wantButton}:\n${link}\n\n${w.wantUntil}\n\n${whose}\n`,
		html: page(
			`<p>${escapeHtml(w.wantText)}</p>${button(w.wantButton, link)}<p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(w.wantUntil)}<br>${escapeHtml(whose)}</p>`,
		),
	};
};

/** To whoever asked for the receipt of an answer of theirs. */
export const receiptMail = (language: Language, customer: string, link: string): Mail => {
	const w = words[language];
	const whose = `${w.letterOf}: ${quoted(language, customer)}`;
	return {
		subject: w.receipt,
		text: `${w.receiptText}\n\n${w.receiptButton}:\n${link}\n\n${w.receiptUntil}\n\n${whose}\n`,
		html: page(
			`<p>${escapeHtml(w.receiptText)}</p>${button(w.receiptButton, link)}<p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(w.receiptUntil)}<br>${escapeHtml(whose)}</p>`,
		),
	};
};

/** To whoever runs the installation `host`, whose language is not known: in both. */
export const installationFindingsMail = (host: string, check: InstallationCheck, link: string): Mail => {
	const en = listed('en', words.en.foundAbove(host, check.found), check);
	const fi = listed('fi', words.fi.foundAbove(host, check.found), check);
	return {
		subject: `${words.en.subjectAbove(host)} · ${words.fi.subjectAbove(host)}`,
		text: `${en.text}\n${fi.text}\n${words.en.open} · ${words.fi.open}:\n${link}\n`,
		html: page(`${en.html}<div lang="fi">${fi.html}</div>${button(`${words.en.open} · ${words.fi.open}`, link)}`),
	};
};
