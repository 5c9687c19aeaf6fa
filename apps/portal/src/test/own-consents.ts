/** What *My privacy* knows of one company: a yes to its letter. */
import type { MyCustomer } from '@luvalla/contract/consent/my-consents';
import { idOf } from './people.ts';

export const company = (customerId: number, customer: string): MyCustomer => ({
	customerId,
	customer,
	domains: [
		{
			domainId: idOf(customerId),
			domain: 'shop.example',
			purposes: [
				{
					purposeId: idOf(50),
					name: 'Club letter',
					about: '',
					version: 1,
					value: true,
					outdated: false,
					at: '2026-11-20T08:00:00.000Z',
					history: [],
				},
			],
		},
	],
	others: [],
	own: { channels: [], cap: null },
});
