/** Live lists and numbers: news makes them be read again, at most once a second. */
import type { CallShape } from '@luvalla/contract/call';
import { nameOf } from '@luvalla/contract/call';
import type { News } from '@luvalla/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNews } from './use-news.ts';

const AT_MOST_EVERY_MS = 1000;

/**
 * Reads the answers of `calls` again when news of that topic and customer arrives.
 * @param customerId null: of no customer; @param paused while true, one reading is owed and follows on resuming
 */
export function useReloadOnNews(topic: News['topic'], calls: readonly CallShape[], customerId: number | null, paused = false): void {
	const client = useQueryClient();
	const last = useRef(0);
	const owed = useRef<ReturnType<typeof setTimeout> | null>(null);
	const missed = useRef(false);
	const reload = () => {
		owed.current = null;
		last.current = Date.now();
		for (const call of calls) void client.invalidateQueries({ queryKey: [nameOf(call)] });
	};
	useNews((news) => {
		if (news.topic !== topic || news.customerId !== customerId) return;
		if (paused) {
			missed.current = true;
			return;
		}
		owed.current ??= setTimeout(reload, Math.max(0, last.current + AT_MOST_EVERY_MS - Date.now()));
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: only resuming pays what is owed
	useEffect(() => {
		if (paused || !missed.current) return;
		missed.current = false;
		reload();
	}, [paused]);
	useEffect(
		() => () => {
			if (owed.current) clearTimeout(owed.current);
		},
		[],
	);
}
