/** Banners of the sample sites: templates, with the cookies that the sample's third parties set and the sites' own pages. */
import { templates } from '@luvalla/banner/templates.ts';
import type { CookieLine, LightConfig, TemplateName } from '@luvalla/contract/consent/light.ts';
import type * as z from 'zod';

type Cookie = z.infer<typeof CookieLine>;

const cookies: Record<string, Cookie[]> = {
	necessary: [
		{ name: 'luvalla', provider: 'aalto kauppa', keeps: '365 d' },
		{ name: 'basket', provider: 'aalto kauppa', keeps: '' },
	],
	statistics: [{ name: '_stats_id', provider: 'stats.localhost', keeps: '30 d' }],
	marketing: [{ name: '_ads_id', provider: 'ads.localhost', keeps: '30 d' }],
	media: [{ name: '_video_pref', provider: 'video.localhost', keeps: '30 d' }],
};

export interface SampleBanner {
	title: string;
	template: TemplateName;
	config: LightConfig;
}

/** The shop's: a bottom bar that asks about statistics, marketing and media. @param ownDataUrl where its visitors see what is kept of them */
export const shopBanner = (ownDataUrl?: string): SampleBanner => {
	const config = structuredClone(templates['bottom-bar'].config);
	config.texts.en.body =
		'We use cookies to run the shop. With your permission we also use them for statistics, marketing and films from other services. You can change your mind at any time at the bottom of every page.';
	config.texts.fi.body =
		'Käytämme evästeitä, jotta kauppa toimii. Luvallasi käytämme niitä myös tilastointiin, markkinointiin ja muiden palvelujen filmeihin. Voit muuttaa mielesi milloin tahansa jokaisen sivun alareunassa.';
	Object.assign(config.texts.en, { policyLabel: 'Read the cookie policy', policyUrl: '/cookies' });
	Object.assign(config.texts.fi, { policyLabel: 'Lue evästeistä', policyUrl: '/fi/cookies' });
	if (ownDataUrl !== undefined) {
		Object.assign(config.texts.en, { ownDataLabel: 'See and control your own data', ownDataUrl });
		Object.assign(config.texts.fi, { ownDataLabel: 'Katso ja hallitse omia tietojasi', ownDataUrl });
	}
	for (const category of config.categories) category.cookies = cookies[category.key] ?? [];
	return { title: 'Aalto etusivu', template: 'bottom-bar', config };
};

/** The blog's: a small corner that asks about statistics only. */
export const blogBanner = (): SampleBanner => {
	const config = structuredClone(templates['minimal-corner'].config);
	config.texts.en.body = 'Some keep this blog running. With your permission, another counts visits.';
	config.texts.fi.body = 'Osa pitää blogin toiminnassa. Luvallasi yksi laskee käynnit.';
	config.categories = config.categories.filter((c) => c.necessary || c.key === 'statistics');
	for (const category of config.categories)
		category.cookies = category.necessary ? [{ name: 'luvalla', provider: 'Mökki', keeps: '365 d' }] : (cookies[category.key] ?? []);
	config.consentMode = { statistics: ['analytics_storage'] };
	return { title: 'Mökki-blogi', template: 'minimal-corner', config };
};
