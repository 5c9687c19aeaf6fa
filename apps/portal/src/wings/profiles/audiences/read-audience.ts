import { audiences } from '@luvalla/contract/profiles/audiences';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';

/** Query options of one audience by its id, of whichever domain: a list of it alone, empty where it is not there or not for the asker. */
export const readAudience = (id: string, { customerId }: Scope) =>
	asQuery(audiences, { query: { page: 1, size: 10, filter: [`id:${id}`] } }, { customerId, domainId: null });
