/** A light banner as it is first saved: the bottom bar as it comes. */
import { templates } from '@luvalla/banner/templates';

export const bannerDraft = (customerId: number, domain: string, title: string) => ({
	customerId,
	domain,
	title,
	type: 0,
	template: 'bottom-bar',
	sdkVersion: '0.4.0',
	bundleVersion: '0.4.0',
	config: JSON.stringify(templates['bottom-bar'].config),
});
