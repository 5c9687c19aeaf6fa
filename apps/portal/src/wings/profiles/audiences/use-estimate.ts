/** How many people a choice makes, asked while it is being made. */
import { nameOf } from '@luvalla/contract/call';
import { estimateAudience } from '@luvalla/contract/profiles/audiences';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask, type Scope } from '#portal/lib/client.ts';
import { type Choice, chosenQuery, isNobody } from './draft.ts';

/** What is clicked in a row is asked about once. */
const CHOOSING_PAUSE_MS = 200;
/** People come and go: the number follows them. */
const AGAIN_MS = 10_000;
/** Sets that are being counted for the first time are ready within seconds. */
const BUILDING_AGAIN_MS = 1000;

/** The choice once it rests, and its estimate; `behind`: the numbers are those of the choice before. */
export function useEstimate(choice: Choice, scope: Scope) {
	const [settled] = useDebouncedValue(choice, CHOOSING_PAUSE_MS);
	const nobody = isNobody(choice);
	const query = chosenQuery(settled);
	const asked = useQuery({
		queryKey: [nameOf(estimateAudience), query, scope],
		// an answer that nobody waits for any more is not waited for
		queryFn: ({ signal }) => ask(estimateAudience, { query }, scope, signal),
		placeholderData: keepPreviousData,
		enabled: !isNobody(settled) && scope.customerId !== null,
		staleTime: 0,
		refetchInterval: ({ state }) => (state.data?.data.state === 'building' ? BUILDING_AGAIN_MS : AGAIN_MS),
	});
	return {
		settled,
		nobody,
		estimate: nobody ? undefined : asked.data?.data,
		behind: !nobody && (settled !== choice || asked.isPlaceholderData),
		failed: asked.isError && !nobody ? asked : null,
	};
}
export type Estimated = ReturnType<typeof useEstimate>;
export type Estimate = NonNullable<Estimated['estimate']>;
