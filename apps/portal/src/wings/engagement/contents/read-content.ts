/** One content, with all its hints: the list's call, narrowed to it. */
import { contents } from '@luvalla/contract/engagement/contents';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';

/** Of whichever domain; empty where it is not there or not for the asker. */
export const readContent = (id: string, { customerId }: Scope) =>
	asQuery(contents, { query: { page: 1, size: 1, filter: [`id:${id}`] } }, { customerId, domainId: null });
