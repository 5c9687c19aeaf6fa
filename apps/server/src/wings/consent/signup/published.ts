/** A published form as the intake needs it, kept for moments: it is asked for with every post. */
import { FormConfig } from '@luvalla/contract/consent/forms.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { int, json, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { Shown } from './store.ts';

const PublishedRow = row({ customer_id: int, domain_id: uuid, host: text, folder: text, config: json(FormConfig), shown: json(Shown) });

export interface PublishedForm {
	readonly id: string;
	readonly customerId: number;
	readonly domainId: string;
	readonly host: string;
	readonly folder: string;
	readonly config: FormConfig;
	readonly shown: Shown;
}

const KEPT_MS = 2000;
const MOST_KEPT = 5000;

/** Null: there is none, or it was never published. */
export type FindForm = (id: string) => Promise<PublishedForm | null>;

export const createFindForm = (storage: Storage): FindForm => {
	const kept = new Map<string, { form: PublishedForm; until: number }>();
	/** One question at a time about the same, however many wait for the answer. */
	const asked = new Map<string, Promise<PublishedForm | null>>();

	const ask = async (id: string): Promise<PublishedForm | null> => {
		if ((await storage.inPlatform((tx) => customerIn(tx, { kind: 'signup', key: id }))) === null) return null;
		const found = await storage.edgeSoon.first(
			PublishedRow,
			sql`select customer_id, domain_id, host, folder, config, shown from edge_form(${id}::uuid)`,
		);
		if (!found) return null;
		const { customer_id: customerId, domain_id: domainId, host, folder, config, shown } = found;
		const form = { id, customerId, domainId, host, folder, config, shown };
		if (kept.size >= MOST_KEPT) kept.clear();
		kept.set(id, { form, until: Date.now() + KEPT_MS });
		return form;
	};

	return async (given) => {
		const id = given.toLowerCase();
		const hit = kept.get(id);
		if (hit && hit.until > Date.now()) return hit.form;
		kept.delete(id);
		const answer = asked.get(id) ?? ask(id).finally(() => asked.delete(id));
		asked.set(id, answer);
		return answer;
	};
};
