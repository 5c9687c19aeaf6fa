/** Banners as they are first saved: the bottom bar as it comes. */
import { tcfTemplates } from '@luvalla/banner/tcf/templates';
import { templates } from '@luvalla/banner/templates';

const saved = { sdkVersion: '0.4.0', bundleVersion: '0.4.0' };

/** A light banner. */
export const bannerDraft = (customerId: number, domain: string, title: string) => ({
	...{ ...saved, customerId, domain, title, type: 0, template: 'bottom-bar' },
	config: JSON.stringify(templates['bottom-bar'].config),
});

/** A banner of the TCF. */
export const tcfDraft = (customerId: number, domain: string, title: string) => ({
	...{ ...saved, customerId, domain, title, type: 1, template: 'tcf-bar', mapper: '{}' },
	config: JSON.stringify({ ...tcfTemplates['tcf-bar'].config, languages: ['en'] }),
});
