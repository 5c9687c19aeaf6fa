/** The contract in TanStack Query: a query or a mutation is the call object itself. */
import { type AnswerOf, type CallShape, type InputOf, nameOf } from '@luvalla/contract/call';
import { keepPreviousData, mutationOptions, QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, ask, type Scope } from './client.ts';
import { CallFailure, Unauthenticated } from './failure.ts';
import { type FixedText, fixedText } from './fixed-texts.ts';
import { notifyFailure, notifySuccess, notifyWarning } from './notices.ts';
import { currentLanguage } from './say.ts';

/** One client for the page. Nothing is retried behind the person's back: `retryOn403` is the call's own business. */
export const makeQueryClient = (): QueryClient =>
	new QueryClient({
		defaultOptions: {
			queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false, networkMode: 'always' },
			mutations: { retry: false, networkMode: 'always' },
		},
	});

/** Query options of a call: `useQuery(asQuery(customerDomains, { params: { id } }))` gives `{ data, page }`. */
export function asQuery<C extends CallShape>(call: C, input: InputOf<C>, scope?: Scope) {
	return queryOptions({
		queryKey: [nameOf(call), input, scope ?? {}],
		queryFn: (): Promise<Answer<C>> => ask(call, input, scope),
	});
}

/** As `asQuery`, for a list: rows of the page before stay until the next ones are there, so that nothing jumps. */
export function asList<C extends CallShape>(call: C, input: InputOf<C>, scope?: Scope) {
	return { ...asQuery(call, input, scope), placeholderData: keepPreviousData };
}

interface MutationSettings<C extends CallShape> {
	/** Calls whose loaded answers are out of date afterwards: lists reload (portal.md section 4). */
	reload?: readonly CallShape[];
	onSuccess?: (data: AnswerOf<C>) => void;
	/** Says nothing when it worked (the screen shows it itself). */
	quiet?: true;
	/** What is said when it worked, where it depends on what was done. */
	done?: (data: AnswerOf<C>) => FixedText;
	/** A refusal with the server's own reason is a warning, not an error (calls.md section 8: invitations). */
	warns?: true;
	scope?: Scope;
}

/**
 * Mutation options of a call: success notice, lists reloaded, failure notice. Wrong fields are no notice: the form shows
 * them. An empty payload shows the call's `invalid` text and sends nothing.
 */
export function asMutation<C extends CallShape>(client: QueryClient, call: C, settings: MutationSettings<C> = {}) {
	const reload = () => Promise.all((settings.reload ?? []).map((one) => client.invalidateQueries({ queryKey: [nameOf(one)] })));
	return mutationOptions({
		mutationKey: [nameOf(call)],
		mutationFn: (input: InputOf<C>): Promise<Answer<C>> => ask(call, input, settings.scope),
		onSuccess: async (answer: Answer<C>) => {
			const success = settings.done?.(answer.data) ?? call.success;
			if (!settings.quiet && success) notifySuccess(fixedText(success, currentLanguage()));
			settings.onSuccess?.(answer.data);
			await reload();
		},
		onError: (error: Error) => {
			// What is opened next is what stands there now.
			if (error instanceof CallFailure && error.code === 'changed_meanwhile') void reload();
			if (error instanceof Unauthenticated || (error instanceof CallFailure && error.hasFields)) return;
			const reasoned = error instanceof CallFailure && error.status >= 400 && error.status < 500;
			if (settings.warns && reasoned) notifyWarning(error.message);
			else notifyFailure(error.message);
		},
	});
}

/** `asMutation` in a component. */
export function useCall<C extends CallShape>(call: C, settings: MutationSettings<C> = {}) {
	return useMutation(asMutation(useQueryClient(), call, settings));
}
