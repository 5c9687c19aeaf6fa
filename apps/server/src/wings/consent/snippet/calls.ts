/** Is the snippet on the domain's pages? */
import { checkSnippet as checkCall, checkSnippets, proveDomain, snippetState } from '@luvalla/contract/consent/snippet.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { takeOne } from '#kernel/access/limits.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedRun } from '#kernel/runs/calls.ts';
import { chosenDomains } from '../../tenancy/wing.ts';
import { checkSnippet, readSnippet, shownSnippet } from './look.ts';
import { lookKind } from './look-run.ts';
import { lookForProof } from './prove.ts';

const refuseLook = refusals({
	too_many_looks: [429, 'We looked several times just now. Wait a minute.', 'Olemme juuri katsoneet useasti. Odota minuutti.'],
});
const LOOKS_A_MINUTE = 10;

const domainOf = (scope: Scope): string => {
	if (scope.domainId === null) throw refuse('not_found');
	return scope.domainId;
};

export const snippetRoutes = (kernel: Kernel): Route[] => {
	const kind = lookKind({ ...kernel, storage: kernel.storage.forWork });
	kernel.runs.add(kind);
	return [
		handle(checkCall, async ({ asker, scope }) => {
			const domainId = domainOf(scope);
			const wait = await takeOne(kernel, { what: 'snippet', who: [domainId], most: LOOKS_A_MINUTE, seconds: 60 });
			if (wait > 0) throw refuseLook('too_many_looks').after(wait);
			const state = await checkSnippet(kernel, scope.customerId, domainId, asker);
			if (!state) throw refuse('not_found');
			return state;
		}),
		handleIn(kernel.storage.inTenant, checkSnippets, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const { domainIds, unknown } = await chosenDomains(
				tx,
				customerId,
				scope.domains === 'all' ? null : [...scope.domains],
				body.selection,
			);
			if (domainIds.length + unknown.length === 0) throw refuse('nothing_chosen');
			return startedRun(tx, kernel.runs, customerId, kind, {
				input: { domainIds, unknown },
				cursor: { begun: false, place: 0 },
				domainId: null,
				total: domainIds.length + unknown.length,
				asker,
				act: { action: 'checked', thing: 'snippets', thingId: String(customerId), after: { domains: domainIds.length } },
			});
		}),
		handle(proveDomain, async ({ asker, scope }) => {
			const look = await lookForProof(kernel, scope.customerId, domainOf(scope), asker);
			if (!look) throw refuse('not_found');
			return look;
		}),
		handle(snippetState, async ({ scope }) => {
			const domainId = domainOf(scope);
			const row = await kernel.storage.inTenant(scope.customerId, (tx) => readSnippet(tx, scope.customerId, domainId));
			if (!row) throw refuse('not_found');
			return shownSnippet(row);
		}),
	];
};
