/** Of which tool a file is an export, and what all its people said by the name of the file: proposed, and anybody may say otherwise. */
import type { Column, Upload } from '@luvalla/contract/profiles/uploads.ts';
import type { Tool } from '@luvalla/contract/tools.ts';
import { folded } from './countries.ts';
import type { Around } from './guess.ts';

type Everybody = Upload['everybody'];

/** Columns that a tool's exports have and others' do not, folded: all of one line. */
const SIGNS: readonly (readonly [Tool, readonly (readonly string[])[]])[] = [
	['mailchimp', ['memberrating', 'leid', 'euid', 'optintime'].map((sign) => ['emailaddress', sign])],
	['listmonk', [['uuid', 'email', 'attributes', 'status']]],
	[
		'mautic',
		[
			['email', 'firstname', 'preferredlocale'],
			['email', 'dateidentified'],
			['email', 'attributiondate'],
			['email', 'dncreason'],
		],
	],
	[
		'brevo',
		[
			['email', 'addedtime', 'modifiedtime'],
			['email', 'contactid', 'sms'],
			['email', 'blocklisted', 'subscribed'],
			['email', 'emailblacklisted'],
			['email', 'smsblacklisted'],
		],
	],
];

/** The tool whose export a file with these columns is; null: none that is known. */
export const toolOf = (names: readonly string[]): Tool | null => {
	const words = new Set(names.map(folded));
	return SIGNS.find(([, lines]) => lines.some((signs) => signs.every((sign) => words.has(sign))))?.[0] ?? null;
};

/** Beginnings of file names: `unsubscribed_email_audience_export_3f2a.csv`, `perutut.xlsx`. */
const LEFT =
	/(^|[^a-z])(un-?subscri|un-?subs?([^a-z]|$)|opt(ed)?[-_ ]?outs?|blo[cs]klist|blacklist|suppress|do[-_ ]?not|peru(nut|nee|tut|utt)|kiel(to|tol))/;
const BOUNCED = /(^|[^a-z])(cleaned|(hard[-_ ]?)?bounce|undeliver|palautu)/;

/** Whether a column says of all its first rows already that they left, or that mail comes back. */
const saysIt = ({ target, samples }: Pick<Column, 'target' | 'samples'>): boolean =>
	target.to === 'status' &&
	samples.length > 0 &&
	samples.every((word) => {
		const means = Object.entries(target.words).find(([one]) => folded(one) === folded(word))?.[1] ?? target.rest;
		return means !== undefined && means !== 'nothing';
	});

/** What everybody in a file of this name said, where no column says it. */
export const everybodyIn = (
	fileName: string,
	columns: readonly Pick<Column, 'target' | 'samples'>[],
	{ purposes }: Pick<Around, 'purposes'>,
): Everybody => {
	const name = fileName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	const status = LEFT.test(name) ? 'unsubscribe' : BOUNCED.test(name) ? 'bounce' : null;
	if (status === null || columns.some(saysIt)) return null;
	const purposeIds = status === 'bounce' ? [] : purposes.slice(0, 100).map(({ id }) => id);
	return { to: 'status', words: {}, rest: status, purposeIds, on: null };
};
