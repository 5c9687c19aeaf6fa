/** A published sign-up form of a customer with a banner, written straight into the database, and posts as form.js makes them. */
import { hash } from 'node:crypto';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import { type FormConfig, type ShownForm, WORK_BITS } from '../../packages/contract/src/consent/forms.ts';
import type { Publication } from './publication.ts';

/** A number that makes the hash begin with zeros. */
const workFor = (token: string, email: string): number => {
	for (let n = 0; ; n++) if (Number.parseInt(hash('sha256', `${token}.${email}.${n}`).slice(0, 8), 16) >>> (32 - WORK_BITS) === 0) return n;
};

/** Answers the form's id. */
export const publishForm = async (
	owner: Client,
	{ customerId, domainId, purposeId, hash: sum }: Publication,
	lettersPerHour: number,
): Promise<string> => {
	const form = newId();
	const look = { background: '#ffffff', text: '#000000', button: '#000000', buttonText: '#ffffff', beside: false };
	const config: FormConfig = {
		...{ purposeId, languages: ['en'], fields: [], look, confirm: true, after: { asked: '', confirmed: '' } },
		texts: { en: { brand: '', title: '', text: '', button: 'Join', subject: 'Was it you?', letter: '' } },
		limits: { letterDays: 7, lettersPerHour, lettersPerNetwork: lettersPerHour },
	};
	const shown: ShownForm = {
		...{ form, language: 'en', brand: '', title: '', text: '', fields: [], optional: '', name: 'Letters', about: '', button: 'Join' },
		...{ note: '', taken: '', failed: '', look },
	};
	const wording = JSON.stringify({ en: { name: 'Letters', about: '' } });
	await owner.query('begin');
	await owner.query(`insert into purpose (customer_id, purpose_id, domain_id, name) values ($1, $2, $3, 'Letters')`, [
		customerId,
		purposeId,
		domainId,
	]);
	await owner.query(
		`insert into purpose_version (customer_id, purpose_id, version, wording, created_at) values ($1, $2, 1, $3, now() - interval '1 day')`,
		[customerId, purposeId, wording],
	);
	await owner.query(`insert into directory (kind, key, customer_id) values ('signup', $2, $1)`, [customerId, form]);
	await owner.query(
		`insert into signup_publication (customer_id, folder, form_id, domain_id, version, hash, title, config, purpose_id, purpose_version, shown, pictured, published_by)
		values ($1, 'fbench', $2, $3, 1, $4, 'Bench', $5, $6, 1, $7, false, 'bench')`,
		[customerId, form, domainId, sum, JSON.stringify(config), purposeId, JSON.stringify({ en: shown })],
	);
	await owner.query(
		`insert into signup_form (customer_id, form_id, domain_id, title, config, published_folder, changed, saved_by) values ($1, $2, $3, 'Bench', $4, 'fbench', false, 'bench')`,
		[customerId, form, domainId, JSON.stringify(config)],
	);
	await owner.query('commit');
	return form;
};

/** The token of a form that was just shown. @throws when it is not */
export const tokenFrom = async (url: string, form: string): Promise<string> => {
	const answer = await fetch(`${url}/edge/v1/forms/${form}`);
	if (answer.status !== 200) throw new Error(`The form is not shown: ${answer.status} ${await answer.text()}`);
	return ((await answer.json()) as { data: { token: string } }).data.token;
};

export const bodyFor = (form: string, token: string, email: string): string =>
	JSON.stringify({ form, language: 'en', email, yes: true, fields: {}, token, work: workFor(token, email), website: '' });
