import { type Audience, audiences } from '@luvalla/contract/profiles/audiences';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { OFFERED, useOffered } from '../form/use-offered.ts';

/** Audiences for a select, however many there are; the chosen one among them, unless it is of another domain or gone. */
export function useAudiences(scope: Scope, id: string | undefined, titleOf: (audience: Audience) => string) {
	const ask = (query: { q?: string | undefined; filter?: string[] }) =>
		asQuery(audiences, { query: { page: 1, size: OFFERED, sort: 'title', ...query } }, scope);
	const held = useQuery({ ...ask({ filter: [`id:${id}`] }), enabled: id !== undefined });
	const chosen = held.data?.data.find((one) => one.id === id);
	return { held, chosen, ...useOffered((q) => ask({ q }), chosen, chosen && titleOf(chosen)) };
}
