/** What tests of uploads stand on: a customer with purposes, and a file on its way from being stored to being taken back. */
import type { Rejection, Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import type { Finding, Run } from '@luvalla/contract/runs.ts';
import { expect } from 'vitest';
import type { Person, Tenant, TestApp } from '../app.ts';
import { untilRun, uploadTo } from '../upload.ts';

export const keyed = ({ customerId }: Pick<Tenant, 'customerId'>) => ({ headers: { customer_key: String(customerId) } });

export const uploadStage = async (t: TestApp) => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Club letter', wording: { en: { name: 'Club letter', about: 'Twice a month.' } } },
	});
	expect(added.status).toBe(200);
	const machine = await t.machine(owner, tenant);

	/** Stores a file. */
	const send = (content: string | Buffer, who: Person = owner, on: Tenant = tenant, name = 'people.csv') =>
		uploadTo(t, who, on, '/api/manage/config/upload', content, name, 'users', { domain_key: on.domainId });
	const store = async (content: string | Buffer, on: Tenant = tenant, name = 'people.csv'): Promise<Upload> => {
		const sent = await send(content, owner, on, name);
		expect(sent.status, JSON.stringify(sent.json())).toBe(200);
		return sent.json().data;
	};
	const start = async (path: string, body: unknown = {}): Promise<Run> => {
		const sent = await t.send(owner, 'POST', path, { ...keyed(tenant), body });
		expect(sent.status, sent.text).toBe(200);
		return untilRun(t, owner, tenant, sent.json().data.id);
	};
	const check = (
		upload: Upload,
		targets: readonly Target[] = upload.columns.map(({ target }) => target),
		everybody: Upload['everybody'] = upload.everybody,
	): Promise<Run> => start(`/api/manage/config/upload/check/${upload.id}`, { reading: upload.reading, targets, everybody });
	const write = (checked: Run): Promise<Run> => start(`/api/manage/config/upload/checked/${checked.id}`);
	return {
		t,
		tenant,
		owner,
		machine,
		purposeId: String(added.json().data.id),
		send,
		store,
		check,
		write,
		/** All the way from a file to its people. */
		async imported(
			content: string | Buffer,
			targets?: (upload: Upload) => readonly Target[],
			on: Tenant = tenant,
		): Promise<{ upload: Upload; dry: Run; done: Run }> {
			const upload = await store(content, on);
			const dry = await check(upload, targets?.(upload));
			return { upload, dry, done: await write(dry) };
		},
		undo: (written: Run): Promise<Run> => start(`/api/manage/config/upload/written/${written.id}/undo`),
		async findings({ id }: Run): Promise<Finding[]> {
			return (await t.send(owner, 'GET', `/api/manage/runs/${id}/findings?size=100`, keyed(tenant))).json().data;
		},
		async why({ id }: Run): Promise<Rejection[]> {
			return (await t.send(owner, 'GET', `/api/manage/config/upload/rejected/${id}`, keyed(tenant))).json().data;
		},
		/** What is known of somebody, as their own machine reads it. */
		async known(person: object) {
			const sent = await t.send(null, 'POST', '/edge/v1/profiles/state', { headers: machine, body: { domainId: tenant.domainId, person } });
			expect(sent.status, sent.text).toBe(200);
			return sent.json().data;
		},
		async answerOf(person: object): Promise<boolean | null> {
			const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId: tenant.domainId, person } });
			expect(sent.status, sent.text).toBe(200);
			return sent.json().data.purposes.find((one: { purpose: string }) => one.purpose === 'Club letter').value;
		},
		async answer(person: object, value: boolean, at: string, source = 'Counter'): Promise<void> {
			const sent = await t.send(null, 'POST', '/edge/v1/consents', {
				headers: machine,
				body: { domainId: tenant.domainId, answers: [{ person, purpose: 'Club letter', value, at, source }] },
			});
			expect(sent.json().data.results[0].outcome).toBe('stored');
		},
		async profile(person: object, facts: object): Promise<void> {
			const sent = await t.send(null, 'POST', '/edge/v1/profiles', {
				headers: machine,
				body: { domainId: tenant.domainId, profiles: [{ person, ...facts }] },
			});
			expect(sent.json().data.results[0].code, sent.text).toBeNull();
		},
	};
};
export type UploadStage = Awaited<ReturnType<typeof uploadStage>>;
