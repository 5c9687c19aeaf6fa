/** What the text message would cost, asked once it rests and an audience is chosen. */
import { nameOf } from '@luvalla/contract/call';
import { priceOfText } from '@luvalla/contract/engagement/text-messages';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask, type Scope } from '#portal/lib/client.ts';
import { controlsOf, type Draft } from './draft.ts';

/** Each question makes a message for everybody: it waits for a pause in writing. */
const SETTLED_MS = 900;
/** Sets that are being counted for the first time are ready within seconds. */
const BUILDING_AGAIN_MS = 1000;

export function useSmsPrice(draft: Draft, audience: string | undefined, connector: string | null, scope: Scope) {
	const { language } = draft;
	const body = { audience: audience ?? '', connector, language, controls: controlsOf(draft) };
	const [settled] = useDebouncedValue(JSON.stringify(body), SETTLED_MS);
	const written = (draft.controls[language]?.simpletext ?? '').trim() !== '';
	// What was chosen is asked at once; only what is written waits.
	const wanted = { ...(JSON.parse(settled) as typeof body), audience: body.audience, connector };
	const asked = useQuery({
		queryKey: [nameOf(priceOfText), wanted, scope],
		// An answer that nobody waits for any more is not waited for.
		queryFn: ({ signal }) => ask(priceOfText, { query: {}, body: wanted }, scope, signal),
		placeholderData: keepPreviousData,
		enabled: audience !== undefined && written,
		staleTime: 60_000,
		refetchInterval: ({ state }) => (state.data?.data.state === 'building' ? BUILDING_AGAIN_MS : false),
	});
	return {
		written,
		price: asked.data?.data,
		/** The numbers are those of what was asked before. */
		behind: asked.isPlaceholderData || settled !== JSON.stringify(body),
		failed: asked.isError ? { error: asked.error, retry: () => void asked.refetch() } : null,
	};
}
