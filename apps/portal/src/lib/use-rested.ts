/** What is only beside what a page is for comes when the browser rests. */
import { useEffect, useState } from 'react';

/** As long as this a page has its thread to itself where the browser does not say when it rests, and twice as long at most where it does. */
const REST_MS = 200;

/** True from when the browser rests after `ready` (by default: after it is drawn). */
export function useRested(ready = true): boolean {
	const [rested, setRested] = useState(false);
	useEffect(() => {
		if (!ready) return;
		const rest = () => setRested(true);
		// Safari has no such callback
		if (!('requestIdleCallback' in window)) {
			const timer = setTimeout(rest, REST_MS);
			return () => clearTimeout(timer);
		}
		const waiting = requestIdleCallback(rest, { timeout: 2 * REST_MS });
		return () => cancelIdleCallback(waiting);
	}, [ready]);
	return rested;
}
