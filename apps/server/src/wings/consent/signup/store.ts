/** Sign-up forms in the database: drafts and what was published of them. */
import { FormConfig, ShownForm } from '@luvalla/contract/consent/forms.ts';
import * as z from 'zod';
import { keepBlob } from '#kernel/files/published.ts';
import { enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { inOrder, list } from '#kernel/storage/lists.ts';
import { bool, bytes, instant, int, json, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** Of the directory. */
const KIND = 'signup';

export const Shown = z.partialRecord(z.enum(['en', 'fi']), ShownForm);
export type Shown = z.infer<typeof Shown>;

const FormRow = row({
	form_id: uuid,
	domain_id: uuid,
	host: text,
	title: text,
	config: json(FormConfig),
	purpose: orNull(text),
	published_folder: orNull(text),
	changed: bool,
	version: int,
	pictured: orNull(bool),
	published_at: orNull(instant),
	saved_at: instant,
	saved_by: text,
});
export type FormRow = RowOf<typeof FormRow>;

const columnsOf = (customerId: number): Sql => sql`f.form_id, f.domain_id, d.host, f.title, f.config,
	(select p.name from purpose p where p.customer_id = ${customerId} and p.purpose_id = (f.config ->> 'purposeId')::uuid) as purpose,
	f.published_folder, f.changed, coalesce(l.version, 0) as version, l.pictured, l.published_at, f.saved_at, f.saved_by`;
const formsOf = (customerId: number): Sql => sql`signup_form f
	join domain d on d.customer_id = ${customerId} and d.domain_id = f.domain_id
	left join signup_publication l on l.customer_id = ${customerId} and l.folder = f.published_folder`;

export const listOfForms = (customerId: number) =>
	list({
		row: FormRow,
		columns: columnsOf(customerId),
		from: formsOf(customerId),
		orders: {
			title: { by: inOrder(sql`f.title`), type: 'text' },
			changedAt: { by: sql`f.saved_at`, type: 'timestamptz' },
		},
		usual: '-changedAt',
		key: { by: sql`f.form_id`, type: 'uuid' },
	});

/** Whether it is published as it stands: 1, else 0. */
export const statusOf = ({ published_folder, changed }: Pick<FormRow, 'published_folder' | 'changed'>): 0 | 1 =>
	published_folder !== null && !changed ? 1 : 0;

/** @param domains null: of any domain of the customer */
export const readForm = (tx: Tx, customerId: number, domains: readonly string[] | null, id: string): Promise<FormRow | null> =>
	tx.first(
		FormRow,
		sql`select ${columnsOf(customerId)} from ${formsOf(customerId)}
		where f.customer_id = ${customerId} and f.form_id = ${id.toLowerCase()} and (${domains}::uuid[] is null or f.domain_id = any(${domains}::uuid[]))`,
	);

const Count = row({ n: int });

export const countForms = async (tx: Tx, customerId: number): Promise<number> =>
	(await tx.first(Count, sql`select count(*)::int as n from signup_form where customer_id = ${customerId}`))?.n ?? 0;

export const titleTaken = async (tx: Tx, customerId: number, domainId: string, title: string, but: string | null): Promise<boolean> =>
	(await tx.run(sql`select from signup_form where customer_id = ${customerId} and domain_id = ${domainId} and lower(title) = lower(${title})
		and (${but}::uuid is null or form_id <> ${but}::uuid)`)) > 0;

export interface Draft {
	readonly title: string;
	readonly config: FormConfig;
	readonly savedBy: string;
}

export const insertForm = async (tx: Tx, customerId: number, id: string, domainId: string, at: Date, draft: Draft): Promise<void> => {
	await tx.run(sql`insert into signup_form (customer_id, form_id, domain_id, title, config, created_at, saved_at, saved_by)
		values (${customerId}, ${id}, ${domainId}, ${draft.title}, ${JSON.stringify(draft.config)}, ${at}, ${at}, ${draft.savedBy})`);
	await enterDirectory(tx, customerId, [{ kind: KIND, key: id }]);
};

export const updateForm = (tx: Tx, customerId: number, id: string, at: Date, draft: Draft): Promise<number> =>
	tx.run(sql`update signup_form set title = ${draft.title}, config = ${JSON.stringify(draft.config)}, saved_at = ${at}, saved_by = ${draft.savedBy},
		changed = true where customer_id = ${customerId} and form_id = ${id}`);

export const deleteForm = async (tx: Tx, customerId: number, id: string): Promise<void> => {
	await tx.run(sql`delete from signup_form where customer_id = ${customerId} and form_id = ${id}`);
	await leaveDirectory(tx, [{ kind: KIND, key: id }]);
};

/** The next version of a form; whoever else publishes it just now comes first. */
export const nextVersion = async (tx: Tx, customerId: number, id: string): Promise<number> => {
	await tx.run(sql`select from signup_form where customer_id = ${customerId} and form_id = ${id} for update`);
	const found = await tx.first(
		Count,
		sql`select (coalesce(max(version), 0) + 1)::int as n from signup_publication where customer_id = ${customerId} and form_id = ${id}`,
	);
	return found?.n ?? 1;
};

export interface Publication {
	readonly folder: string;
	readonly hash: Buffer;
	readonly form: FormRow;
	readonly version: number;
	readonly purposeVersion: number;
	readonly shown: Shown;
	readonly pictured: boolean;
	readonly publishedBy: string;
	readonly at: Date;
	readonly files: readonly { path: string; type: string; bytes: Buffer; sha256: Buffer }[];
}

export const insertPublication = async (tx: Tx, customerId: number, p: Publication): Promise<void> => {
	for (const file of p.files) {
		await keepBlob(tx, customerId, file.sha256, file.bytes);
		await tx.run(sql`insert into publication_file (customer_id, folder, path, type, sha256)
			values (${customerId}, ${p.folder}, ${file.path}, ${file.type}, ${file.sha256})`);
	}
	const { form } = p;
	// Its pictures are served as those of banners are.
	await enterDirectory(tx, customerId, [{ kind: 'folder', key: p.folder }]);
	await tx.run(sql`insert into signup_publication (customer_id, folder, form_id, domain_id, version, hash, title, config, purpose_id,
			purpose_version, shown, pictured, published_at, published_by)
		values (${customerId}, ${p.folder}, ${form.form_id}, ${form.domain_id}, ${p.version}, ${p.hash}, ${form.title},
			${JSON.stringify(form.config)}, ${form.config.purposeId}, ${p.purposeVersion}, ${JSON.stringify(p.shown)}, ${p.pictured}, ${p.at},
			${p.publishedBy})`);
	await tx.run(sql`update signup_form set published_folder = ${p.folder}, changed = false
		where customer_id = ${customerId} and form_id = ${form.form_id}`);
};

const PublicationRow = row({
	folder: text,
	form_id: uuid,
	domain_id: uuid,
	host: text,
	version: int,
	hash: bytes,
	title: text,
	config: json(FormConfig),
	purpose_id: uuid,
	purpose_version: int,
	shown: json(Shown),
	published_at: instant,
	published_by: text,
});
export type PublicationRow = RowOf<typeof PublicationRow>;

const PUBLICATION = sql`p.folder, p.form_id, p.domain_id, d.host, p.version, p.hash, p.title, p.config, p.purpose_id, p.purpose_version, p.shown,
	p.published_at, p.published_by`;

export const readPublished = (tx: Tx, customerId: number, folder: string): Promise<PublicationRow | null> =>
	tx.first(
		PublicationRow,
		sql`select ${PUBLICATION} from signup_publication p join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
		where p.customer_id = ${customerId} and p.folder = ${folder}`,
	);

export const listPublished = (tx: Tx, customerId: number, formId: string): Promise<PublicationRow[]> =>
	tx.rows(
		PublicationRow,
		sql`select ${PUBLICATION} from signup_publication p join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
		where p.customer_id = ${customerId} and p.form_id = ${formId} order by p.version desc limit 200`,
	);

const Picture = row({ path: text, sha256: bytes });

export const picturesIn = (tx: Tx, customerId: number, folder: string): Promise<RowOf<typeof Picture>[]> =>
	tx.rows(
		Picture,
		sql`select path, sha256 from publication_file where customer_id = ${customerId} and folder = ${folder} and path like 'pictures/%' order by path`,
	);
