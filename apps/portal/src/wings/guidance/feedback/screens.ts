import { platformAdmin } from '#portal/app/menu.ts';
import type { Screen } from '#portal/app/screen.ts';
import { feedbackSearch } from './feedback.search.ts';

const title = { en: 'Feedback', fi: 'Palaute' };

export const screens: readonly Screen[] = [
	{
		path: '/portalActivity/feedback',
		title,
		who: ['admin'],
		help: 'Feedback',
		search: feedbackSearch,
		menu: [{ who: ['admin'], group: platformAdmin, label: title, order: 7 }],
		load: () => import('./FeedbackListScreen.tsx').then((m) => m.FeedbackListScreen),
	},
];
