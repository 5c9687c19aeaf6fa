/** One form: the list's call, narrowed to it. */
import { signupForms } from '@luvalla/contract/consent/forms';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';

/** Of whichever domain; empty where it is not there or not for the asker. */
export const readForm = (id: string, { customerId }: Scope) =>
	asQuery(signupForms, { query: { page: 1, size: 1, filter: [`id:${id}`] } }, { customerId, domainId: null });
