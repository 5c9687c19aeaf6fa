/** Mails about the ledger: the head of the day, what the self-check found, and somebody's receipt. */

import { type Finding, type InstallationCheck, LEDGER_LINK_DAYS, type SelfCheck } from '@luvalla/contract/consent/proof.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { button, inLanguage, type LetterPart, letterOf, listed, said, small } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import type { HeadRow } from './heads.ts';
import { RECEIPT_LINK_DAYS } from './words.ts';

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
					? `Allekirjoitettu tila (${other ?? '?'} merkintää) on muuttunut tai kadonnut.`
					: `Jokin merkintöjen ${placeOf(position)} ja ${other ?? '?'} välillä ei ole sitä, mitä allekirjoitettiin.`;
			case 'installation':
				return `Tila, joka kattaa ${other ?? '?'} merkintää, ei ole asennuksen lokissa.`;
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
			'Suostumuskirjan pitäjä haluaa, että tähän osoitteeseen lähetetään joka päivä sen uusin allekirjoitettu tila ja viesti, jos itsetarkistus löytää jotain. Mitään ei lähetetä, ellet vastaa kyllä.',
		wantButton: 'Katso ja vastaa kyllä',
		wantUntil: `Linkki toimii ${LEDGER_LINK_DAYS} päivää. Jos et halua viestejä, sinun ei tarvitse tehdä mitään.`,
		receipt: 'Suostumuskuittisi',
		receiptText:
			'Joku, jolla on sinulle lähetetty viesti, pyysi kuittia suostumuksesta, jolla se lähetettiin. Kuitista näkee, mihin suostuit ja milloin, ja sillä kuka tahansa voi tarkistaa, ettei mitään ole muutettu.',
		letterOf: 'Viestin lähettäjä',
		receiptButton: 'Avaa kuitti',
		receiptUntil: `Linkki toimii ${RECEIPT_LINK_DAYS} päivää. Kuitin näkee jokainen, jolla on linkki, joten harkitse, kenelle annat sen.`,
		keep: 'Säilytä tämä viesti. Sillä kuka tahansa voi myöhemmin osoittaa, että suostumuskirja alkaa yhä sillä, mitä siinä tänään on, myös sen ylläpitäjää vastaan.',
		own: 'Suostumuskirjan allekirjoitettu tila',
		above: 'Asennuksen allekirjoitettu tila',
		where: 'Loki vastaa osoitteessa',
		keys: 'Julkiset avaimet',
		found: 'Suostumuskirja: jokin ei ole niin kuin oli',
		foundText: (n: number) => (n === 1 ? 'Päivittäinen tarkistus löysi yhden asian:' : `Päivittäinen tarkistus löysi ${n} asiaa:`),
		subjectAbove: (host: string) => `Asennuksen ${host} loki: jokin ei ole niin kuin oli`,
		foundAbove: (host: string, n: number) =>
			`Asennuksen ${host} loki, jonka merkintöjä asiakkaiden allekirjoitetut tilat ovat, ei ole niin kuin oli. Päivittäinen tarkistus löysi ${n === 1 ? 'yhden asian' : `${n} asiaa`}:`,
		open: 'Avaa suostumuskirja',
	},
} as const;

const WIDTH = 640;
/** A text that is kept as it is. */
const note = (label: string, kept: string): LetterPart => ({
	text: `${label}:\n\n${kept.trimEnd()}`,
	html: `<p style="margin-bottom:4px;font-weight:600">${escapeHtml(label)}</p><pre style="white-space:pre-wrap;overflow-wrap:anywhere;background:#f0f3f2;border-radius:6px;padding:12px;font-size:13px;line-height:20px">${escapeHtml(kept)}</pre>`,
});
const whose = (language: Language, label: 'whose' | 'letterOf', customer: string): string =>
	`${words[language][label]}: ${quoted(language, customer)}`;

/** What is told: signed by itself, so it needs no secret between us. */
export interface Told {
	readonly customer: string;
	readonly address: string;
	readonly keys: string;
	readonly head: HeadRow;
	readonly installationHead: HeadRow | null;
}

export const headsMail = (language: Language, told: Told): Letter => {
	const w = words[language];
	return letterOf(
		language,
		w.heads(told.head.size),
		[
			said(w.keep),
			said(whose(language, 'whose', told.customer)),
			note(w.own, told.head.note),
			told.installationHead && note(w.above, told.installationHead.note),
			small(`${w.where} ${told.address}`, `${w.keys}: ${told.keys}`),
		],
		WIDTH,
	);
};

/** What was found, as a paragraph and a list. */
const found = (language: Language, intro: string, { findings }: Pick<SelfCheck, 'findings'>): LetterPart[] => [
	said(intro),
	listed(findings.map(findingWords[language])),
];

export const findingsMail = (language: Language, customer: string, check: SelfCheck, link: string): Letter => {
	const w = words[language];
	const parts = [...found(language, w.foundText(check.found), check), said(whose(language, 'whose', customer)), button(w.open, link)];
	return letterOf(language, w.found, parts, WIDTH);
};

/** The question that goes to an address before anything else. */
export const confirmWantedMail = (language: Language, customer: string, link: string): Letter => {
	const w = words[language];
	const parts = [said(w.wantText), button(w.wantButton, link), small(w.wantUntil), small(whose(language, 'whose', customer))];
	return letterOf(language, w.want, parts, WIDTH);
};

/** To whoever asked for the receipt of an answer of theirs. */
export const receiptMail = (language: Language, customer: string, link: string): Letter => {
	const w = words[language];
	const parts = [said(w.receiptText), button(w.receiptButton, link), small(w.receiptUntil), small(whose(language, 'letterOf', customer))];
	return letterOf(language, w.receipt, parts, WIDTH);
};

/** To whoever runs the installation `host`, whose language is not known: in both. */
export const installationFindingsMail = (host: string, check: InstallationCheck, link: string): Letter => {
	const { en, fi } = words;
	const parts = [
		...found('en', en.foundAbove(host, check.found), check),
		inLanguage('fi', found('fi', fi.foundAbove(host, check.found), check)),
		button(`${en.open} · ${fi.open}`, link),
	];
	return letterOf('en', `${en.subjectAbove(host)} · ${fi.subjectAbove(host)}`, parts, WIDTH);
};
