import type { Screen } from '#portal/app/screen.ts';
import { customers } from '../../tenancy/menu.ts';
import { voucherSearch } from './vouchers.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/vouchers',
		title: { en: 'Vouchers', fi: 'Arvosetelit' },
		who: ['admin'],
		help: 'Vouchers',
		search: voucherSearch,
		acts: [{ label: { en: 'Make voucher', fi: 'Tee arvoseteli' }, search: { id: 'new' } }],
		menu: [{ who: ['admin'], group: customers, label: { en: 'Vouchers', fi: 'Arvosetelit' }, order: 3 }],
		load: () => import('./VouchersScreen.tsx').then((m) => m.VouchersScreen),
	},
];
