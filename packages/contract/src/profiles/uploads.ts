/**
 * Uploads: people and what is known of them, out of a file of any size. A file is stored first; what its columns become is proposed
 * and may be changed; a dry run looks at all of it; then it is written, and can be taken back as a whole.
 */
import * as z from 'zod';
import { call } from '../call.ts';
import { Source } from '../consent/answers.ts';
import { Id, line, On, words } from '../fields.ts';
import { Run } from '../runs.ts';
import { TOOLS } from '../tools.ts';
import { cut } from '../well-formed.ts';
import { isName, NOT_A_NAME } from './api.ts';

/**
 * Kinds of runs: a file that is looked at or written (about: fileName, dryRun, uploadId, everybody), one that is taken back (about: fileName, of),
 * and one whose people are put into a segment (about: fileName, of, segmentId).
 */
export const UPLOAD_KIND = 'upload';
export const UNDO_KIND = 'upload-undo';
export const GATHER_KIND = 'upload-segment';

/**
 * What an upload counts. `rows` read, `rejected` of them; of the others, by what they said of somebody: `created`, `updated`, `unchanged`
 * (nothing new); answers: `yes` and `no` that were new, `known` ones, `behind`: a yes that a no outweighs; rows that say mail is `bounced`;
 * `members`: segments that rows put somebody into.
 */
export const UPLOAD_COUNTS = [
	'rows',
	'rejected',
	'created',
	'updated',
	'unchanged',
	'yes',
	'no',
	'known',
	'behind',
	'bounced',
	'members',
] as const;

export const DELIMITERS = ['comma', 'semicolon', 'tab', 'bar'] as const;
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'latin-1'] as const;
/** Which part comes first in dates that are written with slashes. */
export const SLASHED = ['day', 'month'] as const;
/** Columns that a file has at most. */
export const MOST_COLUMNS = 500;
/** The names of columns stand in one of the first lines. */
export const LAST_HEADER = 20;

/** How a file is read. */
export const Reading = z.object({
	delimiter: z.enum(DELIMITERS),
	encoding: z.enum(ENCODINGS),
	/** The row, from 1, that names the columns; 0: none does. */
	headerRow: z.int().min(0).max(LAST_HEADER),
	slashed: z.enum(SLASHED),
});
export type Reading = z.infer<typeof Reading>;

export const FACTS = ['firstName', 'lastName', 'street', 'postalCode', 'city', 'country', 'locale', 'timeZone'] as const;
export const ATTRIBUTE_KINDS = ['text', 'number', 'date', 'yesno'] as const;
/** Columns of files with one answer a row. */
export const ANSWER_PARTS = ['purpose', 'value', 'at', 'source', 'language', 'version'] as const;
/** What another tool says of somebody. */
export const STATUSES = ['unsubscribe', 'complaint', 'bounce', 'nothing'] as const;
export type Status = (typeof STATUSES)[number];

/** What a column becomes, where a source and a day are of these shapes. */
const targetOf = <S extends z.ZodType<string>, D extends z.ZodType<string>>(source: S, day: D) => {
	/** When something was said: as a column says (its place, from 0), or all of it on one day. */
	const saidOn = z.union([
		z.object({
			column: z
				.int()
				.min(0)
				.max(MOST_COLUMNS - 1),
		}),
		z.object({ date: day }),
	]);
	return z.discriminatedUnion('to', [
		z.object({ to: z.literal('nothing') }),
		z.object({ to: z.enum(['email', 'externalId', 'luvallaId']) }),
		/** Numbers that name no country are of this one. Several columns may hold numbers of one person. */
		z.object({ to: z.literal('phone'), country: z.string().regex(/^[A-Z]{2}$/) }),
		z.object({ to: z.literal('fact'), fact: z.enum(FACTS) }),
		/** First and last name in one: `Anna Aalto`, `Aalto, Anna`. The first word is the first name. */
		z.object({ to: z.literal('name') }),
		z.object({
			to: z.literal('attribute'),
			key: z.string().refine(isName, { error: NOT_A_NAME }),
			kind: z.enum(ATTRIBUTE_KINDS),
		}),
		/** Yes or no to one purpose. */
		z.object({ to: z.literal('consent'), purposeId: Id, source, on: saidOn }),
		/** The day of a `consent` or `status` column that names this one. */
		z.object({ to: z.literal('day') }),
		/**
		 * Unsubscribed from these purposes, or mail to the address came back. What each word of the column means, whatever its case; of words
		 * that are not named: what `rest` says, without it they are refused. `on` null: since the file came.
		 */
		z.object({
			to: z.literal('status'),
			words: z.record(words(100).min(1), z.enum(STATUSES)),
			rest: z.enum(STATUSES).optional(),
			purposeIds: z.array(Id).max(100),
			on: saidOn.nullable(),
		}),
		/** A yes puts the person into the segment. */
		z.object({ to: z.literal('segment'), segmentId: Id }),
		/** Of files that hold one answer a row. */
		z.object({ to: z.literal('answer'), part: z.enum(ANSWER_PARTS) }),
	]);
};
export const Target = targetOf(Source, On);
export type Target = z.infer<typeof Target>;

/** A target of which something may still have to be said: where a consent comes from and of which day it is. */
const Proposed = targetOf(z.string(), z.union([On, z.literal('')]));
type Proposed = z.infer<typeof Proposed>;

/** An attribute's name out of a column's: `Viim. ostos` becomes `viimOstos`; empty where no letter or digit is in it. */
export const attributeNameOf = (column: string): string =>
	cut(
		(
			column
				.normalize('NFC')
				.toLowerCase()
				.match(/[\p{L}\p{N}]+/gu) ?? []
		)
			.map((part, n) => (n === 0 ? part : part.slice(0, 1).toUpperCase() + part.slice(1)))
			.join(''),
		100,
	);

export const Targets = z.array(Target).min(1).max(MOST_COLUMNS);

/**
 * What every row says although no column does, as tools that keep a file for each kind of person export them: all of `unsubscribed.csv`
 * left (a `status` whose `rest` it is), or all said yes to a purpose, with its source and day. Never remembered for another file.
 */
const everybodyOf = <S extends z.ZodType<string>, D extends z.ZodType<string>>(source: S, day: D) =>
	targetOf(source, day).refine(({ to }) => to === 'status' || to === 'consent', {
		error: 'Only a status or a consent is said of everybody',
	});
export const Everybody = everybodyOf(Source, On);
export type Everybody = z.infer<typeof Everybody>;

/** What everybody said, in a word: `unsubscribe`, `consent:…` with the purpose's id; null: nothing. */
export const everybodyWord = (said: Target | Proposed | null): string | null =>
	said?.to === 'consent' ? `consent:${said.purposeId}` : said?.to === 'status' ? (said.rest ?? null) : null;

export const Column = z.object({
	/** As the file calls it; empty where no row names the columns. */
	name: z.string(),
	/** Its first values, each once, up to 20. */
	samples: z.array(z.string()),
	target: Proposed,
	/** Why it would be left out although it could be kept: `limit`, one person has no more attributes, or one customer names of them. */
	left: z.enum(['limit']).nullable(),
});
export type Column = z.infer<typeof Column>;

export const Upload = z.object({
	id: Id,
	name: z.string(),
	/** Bytes. */
	size: z.int(),
	domainId: Id.nullable(),
	createdAt: z.string(),
	reading: Reading,
	columns: z.array(Column),
	/** The tool that seems to have exported it; null: none that is known. */
	tool: z.enum(TOOLS).nullable(),
	/** What all its people seem to have said, by the name of the file and where no column tells it; null: nothing. */
	everybody: everybodyOf(z.string(), z.union([On, z.literal('')])).nullable(),
	/** The targets are those of an earlier file with the same columns. */
	remembered: z.boolean(),
	/** The names of a workbook’s visible sheets, of which the first is read; empty for a CSV file. */
	sheets: z.array(z.string()),
});
export type Upload = z.infer<typeof Upload>;

/** Why rows were not taken, those of one column and reason together. */
export const Rejection = z.object({
	column: z.string().nullable(),
	code: z.string(),
	count: z.int(),
	/** What stood in one of them. */
	example: z.string().nullable(),
});
export type Rejection = z.infer<typeof Rejection>;

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const inCustomer = { on: 'customer', may: admins, failure: 'error occured' } as const;
const current = { ...inCustomer, of: 'customer:current' } as const;
const customer = { customerId: z.coerce.number().int().optional() };
const id = z.object({ id: Id });

export const uploadUsers = call({
	...inCustomer,
	of: 'domain:header-or-customer',
	method: 'POST',
	path: '/manage/config/upload',
	about:
		'Stores a file of people, CSV or the first sheet of an Excel workbook (.xlsx), for seven days and answers how it would be read and what its columns would become. Nothing is written of it. With DOMAIN_KEY its people become known on that domain, which a domain’s own admin has to name (422 domain_needed). 422 no_file; not_table where nothing in it is a row; too_many_columns where one has more than 500 cells; no_workbook, old_workbook, workbook_broken and workbook_too_large (more than 64 MiB, or too much in it) where it is no CSV file and cannot be read as a workbook.',
	query: z.object(customer),
	answer: Upload,
	multipart: { part: 'users', type: 'text/csv', about: 'The file: CSV of any size, or an Excel workbook (.xlsx) of up to 64 MiB.' },
});

export const upload = call({
	...current,
	method: 'GET',
	path: '/manage/config/upload/{id}',
	about: 'A stored file, read as asked: where nothing is, as it seems to be.',
	params: id,
	query: z.object({
		...customer,
		delimiter: Reading.shape.delimiter.optional(),
		encoding: Reading.shape.encoding.optional(),
		headerRow: z.coerce.number().int().min(0).max(LAST_HEADER).optional(),
	}),
	answer: Upload,
});

export const checkUpload = call({
	...current,
	method: 'POST',
	path: '/manage/config/upload/check/{id}',
	about:
		'Starts a dry run of the whole file: a run that says what would become of every row, and writes nothing. The targets are kept for the next file with these columns; what `everybody` said is of this file alone. 422 by column where a target cannot be used; nobody_named where no column says who it is; targets_missing where they are not one for each column. 403 ground_segment for a domain’s own admin where a purpose rests on a segment.',
	params: id,
	query: z.object(customer),
	body: z.object({ reading: Reading, targets: Targets, everybody: Everybody.nullish() }),
	answer: Run,
});

export const importUpload = call({
	...current,
	method: 'POST',
	path: '/manage/config/upload/checked/{id}',
	about:
		'Writes for real the file that this dry run looked at, as it looked at it: a run. 422 by column as when it was checked; 409 upload_not_checked when that run is none, has not ended well, or its file is gone; upload_under_way while the file is being written. 403 ground_segment, or confirm_identity, where a purpose rests on the segment (`basisSegment`, or a rule of one asks about it): that takes whoever answers for the customer, with fresh proof. A run that comes upon one that was none when it began fails with ground_segment.',
	params: id,
	query: z.object(customer),
	answer: Run,
});

export const undoUpload = call({
	...current,
	method: 'POST',
	path: '/manage/config/upload/written/{id}/undo',
	about:
		'Takes back what this run wrote, as a run: facts, addresses, members and each yes go, people who were known by nothing else are forgotten, and a no stays a no. What was changed since stays as it is. A domain’s own admin takes back what they wrote themselves (else 404). Wants fresh proof of who asks (403 confirm_identity); 403 ground_segment where a purpose rests on a rule that leaves these people out. 409 not_undoable when that run is none, goes on still, or is taken back already.',
	params: id,
	query: z.object(customer),
	answer: Run,
});

export const segmentOfUpload = call({
	...current,
	method: 'POST',
	path: '/manage/config/upload/written/{id}/segment',
	about:
		'Makes a segment by hand of exactly the people that this run wrote or found again, on the domain of the file, under this name or the next that is free: `name (2)`. The first thousand are in it with the answer; the others follow as `run`. Taking the file back takes them out. 409 nothing_written when that run wrote nothing, goes on still, or is taken back.',
	params: id,
	query: z.object(customer),
	body: z.object({ name: line(120).min(1) }),
	answer: z.object({ segmentId: Id, name: z.string(), run: Run.nullable() }),
});

export const rejections = call({
	...current,
	method: 'GET',
	path: '/manage/config/upload/rejected/{id}',
	about: 'Why rows of a run were not taken, the most frequent reason first.',
	params: id,
	query: z.object(customer),
	answer: z.array(Rejection),
});

export const uploadExample = call({
	...inCustomer,
	of: 'domain:header-or-customer',
	method: 'GET',
	path: '/manage/config/upload/example',
	about: 'An example of a file to upload, with a column for each purpose of the domain or the customer.',
	query: z.object(customer),
	answer: z.string(),
	file: 'text/csv',
});
