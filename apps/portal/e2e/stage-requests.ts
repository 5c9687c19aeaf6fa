/** Requests to delete a domain for the sweep. The sweep is ADMIN's, who asks for none of them: whoever did has no account any more. */
import type { APIRequestContext } from '@playwright/test';
import { Client } from 'pg';
import { v7 } from 'uuid';
import * as z from 'zod';

const Named = z.object({ data: z.object({ id: z.string() }) });

/** Three of a customer beside the one that the sweep looks at. Answers the id of one. */
export const stageRequests = async (api: APIRequestContext, customerId: number, tag: string): Promise<string> => {
	const asked: string[] = [];
	for (const n of [1, 2, 3]) {
		const domain = await api.post('/api/domain', { data: { domain: `vanha-${n}-${tag}.localhost`, name: `Vanha ${n}`, customerId } });
		if (!domain.ok()) throw new Error(await domain.text());
		const { id } = Named.parse(await domain.json()).data;
		const answer = await api.post(`/api/manage/domain/deletionrequest?id=${id}`, { data: { reason: 'Arkisto on suljettu.' } });
		if (!answer.ok()) throw new Error(await answer.text());
		asked.push(Named.parse(await answer.json()).data.id);
	}
	const database = new Client({ host: process.env.E2E_DATABASE, port: 5432, user: 'postgres', database: 'luvalla' });
	await database.connect();
	try {
		await database.query('update deletion_request set asked_by = $2 where customer_id = $1', [customerId, v7()]);
	} finally {
		await database.end();
	}
	return asked[0] ?? '';
};
