import { ConsentBanner, ConsentDialog, ConsentManagerProvider } from '@c15t/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { texts } from './texts.js';

const options = {
	mode: 'offline',
	consentCategories: ['necessary', 'measurement', 'marketing', 'experience'],
	i18n: {
		locale: 'en',
		messages: {
			en: {
				common: { acceptAll: texts.accept, rejectAll: texts.refuse, customize: texts.choose, save: texts.save },
				cookieBanner: { title: texts.title, description: texts.body },
				consentManagerDialog: { title: texts.choicesTitle, description: texts.body },
			},
		},
	},
};
const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(createElement(ConsentManagerProvider, { options }, createElement(ConsentBanner), createElement(ConsentDialog)));
