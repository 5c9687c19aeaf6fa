/** How long answers took, as a Prometheus histogram of our own: a client library hashes labels anew for every request. */

const NAME = 'luvalla_http_request_seconds';
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Told of each answer. */
export type Observe = (method: string, route: string, status: number, ms: number) => void;

interface Series {
	readonly labels: string;
	/** One more than there are buckets: what took longer than all. */
	readonly counts: number[];
	sum: number;
}

const escaped = (label: string): string => label.replace(/["\\\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));

/** `text` is in Prometheus's exposition format. */
export const createTimings = (): { observe: Observe; text(): string } => {
	/** By route, then by method and class of status. */
	const routes = new Map<string, Map<string, Series>>();

	const seriesOf = (method: string, route: string, status: number): Series => {
		let series = routes.get(route);
		if (!series) {
			series = new Map();
			routes.set(route, series);
		}
		const key = `${method}${Math.floor(status / 100)}`;
		let one = series.get(key);
		if (!one) {
			const labels = `method="${escaped(method)}",route="${escaped(route)}",status="${Math.floor(status / 100)}xx"`;
			one = { labels, counts: BUCKETS.map(() => 0).concat(0), sum: 0 };
			series.set(key, one);
		}
		return one;
	};

	return {
		observe(method, route, status, ms) {
			const one = seriesOf(method, route, status);
			const seconds = ms / 1000;
			const found = BUCKETS.findIndex((most) => seconds <= most);
			const at = found < 0 ? BUCKETS.length : found;
			one.counts[at] = (one.counts[at] ?? 0) + 1;
			one.sum += seconds;
		},
		text() {
			const lines = [`# HELP ${NAME} Time to answer, by route, method and status class.`, `# TYPE ${NAME} histogram`];
			for (const { labels, counts, sum } of [...routes.values()].flatMap((series) => [...series.values()])) {
				let total = 0;
				for (const [n, count] of counts.entries()) {
					total += count;
					lines.push(`${NAME}_bucket{${labels},le="${BUCKETS[n] ?? '+Inf'}"} ${total}`);
				}
				lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`);
			}
			return `${lines.join('\n')}\n`;
		},
	};
};
