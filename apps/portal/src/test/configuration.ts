/** A configuration of a banner, as the lists answer it. */
import type { Configuration } from '@luvalla/contract/consent/configurations';
import { idOf } from './people.ts';

/** A light draft that was never published. */
export const configurationRow = (n: number, more: Partial<Configuration> = {}): Configuration => ({
	id: idOf(100 + n),
	folder: `d${n}`,
	customerId: 1,
	domain: 'shop.example',
	domainId: idOf(1),
	title: `Front page ${n}`,
	type: 0,
	template: 'bottom-bar',
	sdkVersion: '0.2.0',
	bundleVersion: '0.2.0',
	status: 0,
	version: 0,
	publishedFolder: null,
	publishedAt: null,
	savedAt: '2026-11-20T09:41:00.000Z',
	savedBy: 'owner@luvalla.localhost',
	live: false,
	inTest: false,
	...more,
});
