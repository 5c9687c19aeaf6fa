import { managers, type Screen } from '#portal/app/screen.ts';
import { redemptionSearch } from './redemptions.search.ts';

export const screens: readonly Screen[] = [
	{
		path: '/manageaccount/vouchers',
		title: { en: 'Redeemed vouchers', fi: 'Lunastetut arvosetelit' },
		who: managers,
		under: '/manageaccount',
		help: 'Redeemed vouchers',
		search: redemptionSearch,
		acts: [{ label: { en: 'Redeem a voucher', fi: 'Lunasta arvoseteli' }, who: ['admin', 'customerAdmin'] }],
		load: () => import('./RedemptionsScreen.tsx').then((m) => m.RedemptionsScreen),
	},
];
