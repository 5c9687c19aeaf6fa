/** A request to delete a domain, as the calls answer it. */
import type { DeletionRequest } from '@luvalla/contract/tenancy/deletion-requests';
import { idOf } from './people.ts';

export const deletionRequest = (n: number, more: Partial<DeletionRequest> = {}): DeletionRequest => ({
	id: idOf(n),
	domainId: idOf(n + 50),
	domain: `shop${n}.example`,
	customerId: 1,
	customerName: 'Aalto Oy',
	reason: 'The archive is closed',
	status: 0,
	askedAt: '2026-11-18T14:08:00.000Z',
	askedBy: 'satu@aalto.example',
	mine: false,
	decidedAt: null,
	decidedBy: null,
	answer: '',
	eraseAt: null,
	erasedAt: null,
	cancelledAt: null,
	...more,
});
