/** The road of a run that takes longer than a sign-in is fresh: where it is not walked, nobody would see that it is closed. */
import { expect, request, test } from '@playwright/test';
import { stateFile } from './people.ts';
import { newestCode } from './proven.ts';

const EMAIL = 'admin@luvalla.localhost';

test('whoever is asked for a proof finds its code in the mailbox, and it is taken', async ({ baseURL }) => {
	const origin = baseURL ?? '';
	const api = await request.newContext({ baseURL: origin, storageState: stateFile('admin'), extraHTTPHeaders: { origin } });
	const before = await newestCode(api, EMAIL);
	expect((await api.post('/api/account/confirm', { data: {} })).status()).toBe(200);
	await expect.poll(() => newestCode(api, EMAIL)).not.toBe(before);
	const taken = await api.post('/api/account/confirm/code', { data: { code: await newestCode(api, EMAIL) } });
	expect(taken.status(), await taken.text()).toBe(200);
	await api.dispose();
});
