/** A receipt's facts for people, as rows of a label and a text. */
import type { Proven } from './receipts.ts';
import { wordingOf } from './summary.ts';
import { instantOf, type ReceiptLanguage, receiptWords } from './words.ts';

export interface Facts {
	readonly title: string;
	readonly rows: readonly (readonly [label: string, text: string])[];
	readonly proof: readonly (readonly [label: string, text: string])[];
}

export const factsOf = ({ row, receipt, head }: Proven, language: ReceiptLanguage): Facts => {
	const w = receiptWords[language];
	const wording = wordingOf(row);
	const purpose = wording?.name ?? row.purpose_name;
	return {
		title: row.value ? w.yes(purpose) : w.no(purpose),
		rows: [
			[w.controller, row.customer],
			[w.domain, row.host],
			[w.purpose, `${purpose}, ${w.version(row.purpose_version)}`],
			...(wording ? [[w.wording, wording.about] as const] : []),
			[w.basis, row.legal_basis === 'consent' ? w.consent : w.necessary],
			[w.when, instantOf(row.at, language)],
			[w.received, instantOf(row.received_at, language)],
			[w.how, w.ways[row.how] ?? row.how],
			...(row.subject === null ? [] : [[w.person, row.subject.slice(row.subject.indexOf(':') + 1)] as const]),
			...(row.source === null ? [] : [[w.source, row.source] as const]),
			...(row.how === 'banner' ? [[w.gpc, row.gpc ? w.sent : w.notSent] as const] : []),
			...(row.title === null || row.version === null ? [] : [[w.shown, `${row.title}, ${w.version(row.version)}`] as const]),
		],
		proof: [
			[w.recordId, row.id],
			[w.position, w.of(receipt.position + 1, head.size)],
			[w.key, `ed25519 ${receipt.keyId}`],
			[w.leaf, receipt.leaf],
			[w.salt, receipt.salt],
		],
	};
};
