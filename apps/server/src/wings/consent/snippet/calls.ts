/** Is the snippet on the domain's pages? */
import { checkSnippet as checkCall, snippetState } from '@luvalla/contract/consent/snippet.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { takeOne } from '#kernel/access/limits.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { checkSnippet, readSnippet, shownSnippet } from './look.ts';

const refuseLook = refusals({
	too_many_looks: [429, 'We looked several times just now. Wait a minute.', 'Olemme juuri katsoneet useasti. Odota minuutti.'],
});
const LOOKS_A_MINUTE = 10;

const domainOf = (scope: Scope): string => {
	if (scope.domainId === null) throw refuse('not_found');
	return scope.domainId;
};

export const snippetRoutes = (kernel: Kernel): Route[] => [
	handle(checkCall, async ({ scope }) => {
		const domainId = domainOf(scope);
		if (!(await takeOne(kernel.storage, `snippet:${domainId}`, LOOKS_A_MINUTE, 60))) throw refuseLook('too_many_looks');
		const state = await checkSnippet(kernel, scope.customerId, domainId);
		if (!state) throw refuse('not_found');
		return state;
	}),
	handle(snippetState, async ({ scope }) => {
		const domainId = domainOf(scope);
		const row = await kernel.storage.inTenant(scope.customerId, (tx) => readSnippet(tx, scope.customerId, domainId));
		if (!row) throw refuse('not_found');
		return shownSnippet(row);
	}),
];
