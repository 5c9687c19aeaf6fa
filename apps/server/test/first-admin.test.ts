/** Who may sign in to an installation that nobody has signed in to yet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStorage } from '../src/kernel/storage/connect.ts';
import { row, sql, text } from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { addUser, firstAdmin } from '../src/wings/identity/wing.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';

let storage: Storage;
beforeAll(async () => {
	storage = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
});
afterAll(() => storage.close());

const Email = row({ email: text });
const admins = async (): Promise<string[]> =>
	(
		await storage.inPlatform((tx) =>
			tx.rows(Email, sql`select u.email from app_user u join user_role r on r.user_id = u.id where r.role = 'ADMIN' order by u.email`),
		)
	).map(({ email }) => email);

test('a mistyped address of the first admin is put right by another, until somebody has signed in', async () => {
	await firstAdmin(storage, 'boss@exampel.com');
	await storage.inPlatform((tx) => addUser(tx, 'sample@luvalla.localhost', 'Aino Admin', ['ADMIN']));
	await firstAdmin(storage, 'boss@example.com');
	// Whoever has the mail of the first one is nothing here any more.
	expect(await admins()).toEqual(['boss@example.com', 'sample@luvalla.localhost']);
	await firstAdmin(storage, 'boss@example.com');
	expect(await admins()).toHaveLength(2);
	await storage.inPlatform((tx) => tx.run(sql`update app_user set signed_in_at = now() where email = 'boss@example.com'`));
	// From now on an admin makes others in the portal.
	await firstAdmin(storage, 'somebody.else@example.com');
	expect(await admins()).toEqual(['boss@example.com', 'sample@luvalla.localhost']);
});
