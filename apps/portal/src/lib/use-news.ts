/** Live news in React. */
import type { News } from '@luvalla/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { onNews } from './live.ts';

/** Calls `hear` with each piece of news while the component is mounted. */
export function useNews(hear: (news: News) => void): void {
	const listener = useEffectEvent(hear);
	useEffect(() => onNews((news) => listener(news)), []);
}
