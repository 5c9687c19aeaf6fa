/** The leaf that a record of a banner's visitor must have, made anew of what its page says. */
import { createHash } from 'node:crypto';
import { canonical, type ProvenRecord } from '../src/wings/consent/intake/leaf.ts';
import type { Tenant } from './app.ts';

/** The page's parts that go in, as `ProvenRecord` has them. */
type Page = Pick<
	ProvenRecord,
	'id' | 'choiceId' | 'domainId' | 'category' | 'at' | 'receivedAt' | 'batchPosition' | 'browser' | 'device' | 'country'
> & {
	readonly purpose: { readonly id: string; readonly version: number };
	readonly configuration: { readonly hash: string };
	readonly salt: string;
};

/** Of a yes, in English and without a signal of the browser's. */
export const leafOfYes = (tenant: Tenant, configuration: string, page: Page, tcString: string | null): string => {
	const { id, choiceId, domainId, category, at, receivedAt, batchPosition, browser, device, country } = page;
	const proven: ProvenRecord = {
		customerId: tenant.customerId,
		...{ id, choiceId, domainId, category, at, receivedAt, batchPosition, browser, device, country },
		purposeId: page.purpose.id,
		purposeVersion: page.purpose.version,
		value: true,
		how: 'banner',
		configuration,
		configurationHash: page.configuration.hash,
		language: 'en',
		gpc: false,
		tcString,
		clockSkewed: false,
	};
	return createHash('sha256').update(Buffer.from(page.salt, 'hex')).update(canonical(proven)).digest('hex');
};
