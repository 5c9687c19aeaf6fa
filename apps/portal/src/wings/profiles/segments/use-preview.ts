/** How many people a rule finds while it is written: a pause after each change, and the numbers before stay until the next ones are there. */
import type { Reach } from '@luvalla/contract/profiles/reach';
import { type LineCount, previewRule } from '@luvalla/contract/profiles/segments';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask, type Scope } from '#portal/lib/client.ts';
import type { Finished } from './finished.ts';

const TYPING_PAUSE_MS = 300;
/** A segment that is being counted for the first time is ready within seconds. */
const BUILDING_AGAIN_MS = 1000;

export interface Preview {
	count: number;
	of: number;
	/** By channel; null: not counted. */
	reach: readonly Reach[] | null;
	ms: number;
	/** Building: a segment that it asks about is not all counted yet. */
	state: 'building' | 'ready';
	/** By their places in the rule as it stands in the editor. */
	lines: ReadonlyMap<string, LineCount>;
}

/** @param finished kept by its maker while the rule is the same; @param segmentId whose rule it is; null of a new one */
export function usePreview(finished: Finished, segmentId: string | null, scope: Scope) {
	const [settled] = useDebouncedValue(finished, TYPING_PAUSE_MS);
	const { rule, places } = settled;
	const query = useQuery({
		queryKey: ['rule preview', scope, segmentId, rule, [...places]],
		queryFn: async ({ signal }): Promise<Preview | null> => {
			if (rule === null) return null;
			const { data } = await ask(previewRule, { query: {}, body: { rule, ...(segmentId && { segmentId }) } }, scope, signal);
			return { ...data, lines: new Map(data.lines.map((line) => [places.get(line.path.join('.')) ?? '', line])) };
		},
		enabled: rule !== null,
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) => (state.data?.state === 'building' ? BUILDING_AGAIN_MS : false),
	});
	const building = query.data?.state === 'building';
	const none = finished.rule === null;
	return {
		// What is not all counted yet is no number.
		data: none || building ? null : (query.data ?? null),
		building: !none && building,
		/** What is shown is of the rule as it was a moment ago. */
		stale: !none && (query.isPlaceholderData || finished !== settled || query.isFetching),
		error: !none && query.isError ? query.error : null,
		refetch: query.refetch,
	};
}
