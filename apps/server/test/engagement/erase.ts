/** Erases who an address is of, as a request to be forgotten does. */
import { row, sql, text } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import type { TestApp } from '../app.ts';
import type { Scene } from './scene.ts';

export const eraseBy =
	(t: TestApp, { tenant: { customerId }, tenantTx }: Pick<Scene, 'tenant' | 'tenantTx'>) =>
	async (email = ''): Promise<void> => {
		const [found] = await tenantTx((tx) =>
			tx.rows(
				row({ person: text }),
				sql`select person::text as person from person_identifier where customer_id = ${customerId} and value = ${email}`,
			),
		);
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, found?.person ?? ''));
	};
