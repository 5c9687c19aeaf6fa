/** A segment of a customer, as the calls answer it. */
import type { Segment } from '@luvalla/contract/profiles/segments';
import { idOf } from './people.ts';

/** Filled by hand and by the API, and in use. */
export const segmentRow = (n: number, name: string, more: Partial<Segment> = {}): Segment => ({
	id: idOf(n),
	name,
	count: 0,
	weight: 0,
	isPublic: true,
	cost: 0,
	isDomainSpecific: false,
	isCustomerSpecific: false,
	isAdminOnly: false,
	customerId: 1,
	customerName: 'Aalto Oy',
	domainId: null,
	domain: null,
	isActive: true,
	rule: null,
	state: 'ready',
	sources: ['hand', 'api'],
	createdAt: '2026-11-01T10:00:00.000Z',
	changedAt: '2026-11-01T10:00:00.000Z',
	can: { change: true },
	...more,
});
