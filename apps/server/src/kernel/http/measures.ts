/**
 * What `/metrics` tells beside requests. Counters are this process's own and only rise; gauges are read when somebody asks, by whoever
 * knows. Names and labels are documented in docs/operations.md, which a test holds against what is told.
 */
import type { Log } from '#kernel/log.ts';

/** A value of a gauge, by its labels. */
export interface Reading {
	readonly labels?: Readonly<Record<string, string>>;
	readonly value: number;
}

interface Gauge {
	readonly name: string;
	readonly help: string;
	readonly read: () => Promise<readonly Reading[]> | readonly Reading[];
}

interface Counter {
	readonly help: string;
	readonly series: Map<string, number>;
}

/** By name. They belong to the process, whatever is put together in it. */
const counters = new Map<string, Counter>();

const escaped = (label: string): string => label.replace(/["\\\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));
const labelled = (labels: Readonly<Record<string, string>>): string => {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/** A counter; what it answers adds to it. Call that after the commit of what it counts. */
export const counted = <L extends string>(name: string, help: string): ((labels: Readonly<Record<L, string>>, n?: number) => void) => {
	const counter: Counter = counters.get(name) ?? { help, series: new Map() };
	counters.set(name, counter);
	return (labels, n = 1) => {
		const key = labelled(labels);
		counter.series.set(key, (counter.series.get(key) ?? 0) + n);
	};
};

export interface Measures {
	/** A gauge that is read whenever somebody asks. */
	gauge(name: string, help: string, read: Gauge['read']): void;
	/** All of it in Prometheus's text format. */
	text(): Promise<string>;
}

/** How long a gauge's reading holds: it may cost a look through a queue. */
const HOLDS_MS = 5_000;

export const createMeasures = (log: Pick<Log, 'warn'>): Measures => {
	const gauges: Gauge[] = [];
	let last: { at: number; text: Promise<string> } | null = null;

	/** What cannot be read is left out, so that the rest is told. */
	const readOne = async ({ name, help, read }: Gauge): Promise<string> => {
		let readings: readonly Reading[] = [];
		try {
			readings = await read();
		} catch (error) {
			log.warn('a measure could not be read', { name, error });
		}
		return [
			`# HELP ${name} ${help}`,
			`# TYPE ${name} gauge`,
			...readings.map(({ labels = {}, value }) => `${name}${labelled(labels)} ${value}`),
		].join('\n');
	};

	return {
		gauge: (name, help, read) => void gauges.push({ name, help, read }),
		async text() {
			const told = [...counters].map(([name, { help, series }]) =>
				[`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...[...series].map(([labels, n]) => `${name}${labels} ${n}`)].join('\n'),
			);
			if (!last || performance.now() - last.at > HOLDS_MS)
				last = { at: performance.now(), text: Promise.all(gauges.map(readOne)).then((all) => all.join('\n')) };
			return `${told.join('\n')}\n${await last.text}\n`;
		},
	};
};
