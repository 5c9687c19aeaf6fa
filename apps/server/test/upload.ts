/** A multipart upload, and waiting for the run that it started. */
import type { Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import type { Run } from '@luvalla/contract/runs.ts';
import type { Person, Tenant, TestApp } from './app.ts';

const BOUNDARY = 'luvalla-test';

/** Sends a file to a call, as a browser of this person. */
export const uploadTo = async (
	t: TestApp,
	who: Person,
	{ customerId }: Pick<Tenant, 'customerId'>,
	url: string,
	content: string | Buffer,
	name = 'c.csv',
	part = 'file',
	headers: Readonly<Record<string, string>> = {},
) => {
	const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
	const answer = await t.app.inject({
		method: 'POST',
		url,
		headers: {
			cookie: who.cookie,
			origin: 'http://localhost:4000',
			customer_key: String(customerId),
			...headers,
			'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
		},
		payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
	});
	return { status: answer.statusCode, json: () => JSON.parse(answer.payload) };
};

const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

/** Waits for news of runs until this one is as wanted: ended, if nothing else is said. */
export const untilRun = async (
	t: TestApp,
	who: Person,
	{ customerId }: Pick<Tenant, 'customerId'>,
	id: string,
	wanted: (run: Run) => boolean = (run) => !isOpen(run),
): Promise<Run> => {
	const read = async (): Promise<Run> => {
		const answer = await t.send(who, 'GET', `/api/manage/runs/${id}`, { headers: { customer_key: String(customerId) } });
		if (answer.status !== 200) throw new Error(answer.text);
		return answer.json().data;
	};
	let heard: () => void = () => undefined;
	const unlisten = await t.storage.listen('live', (payload) => {
		if (payload.includes('"runs"')) heard();
	});
	try {
		for (;;) {
			const news = new Promise<void>((resolve) => {
				heard = resolve;
			});
			const run = await read();
			if (wanted(run)) return run;
			await news;
		}
	} finally {
		await unlisten();
	}
};

/** Stores a file of people and starts a dry run of it by what its columns seem to be, or by these targets; answers the run as it ended. */
export const checkedFile = async (
	t: TestApp,
	who: Person,
	tenant: Tenant,
	content: string | Buffer,
	{ name, targets }: { name?: string; targets?: readonly Target[] } = {},
): Promise<Run> => {
	const stored = await uploadTo(t, who, tenant, '/api/manage/config/upload', content, name, 'users', { domain_key: tenant.domainId });
	if (stored.status !== 200) throw new Error(JSON.stringify(stored.json()));
	const { id, reading, columns }: Upload = stored.json().data;
	const body = { reading, targets: targets ?? columns.map(({ target }) => target) };
	return startedFile(t, who, tenant, `/api/manage/config/upload/check/${id}`, body);
};

/** The same, and writes it. */
export const writtenFile = async (...given: Parameters<typeof checkedFile>): Promise<Run> => {
	const [t, who, tenant] = given;
	const { id } = await checkedFile(...given);
	return startedFile(t, who, tenant, `/api/manage/config/upload/checked/${id}`, {});
};

const startedFile = async (t: TestApp, who: Person, tenant: Tenant, url: string, body: object): Promise<Run> => {
	const sent = await t.send(who, 'POST', url, { headers: { customer_key: String(tenant.customerId) }, body });
	if (sent.status !== 200) throw new Error(sent.text);
	return untilRun(t, who, tenant, sent.json().data.id);
};
