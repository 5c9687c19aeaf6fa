import { type CallShape, nameOf } from '@luvalla/contract/call';
import { useIsFetching } from '@tanstack/react-query';

/** Whether answers of these calls that are there are being fetched again. */
export const useBusy = (calls: readonly CallShape[]): boolean =>
	useIsFetching({
		predicate: ({ queryKey, state }) => state.data !== undefined && calls.some((call) => nameOf(call) === queryKey[0]),
	}) > 0;
