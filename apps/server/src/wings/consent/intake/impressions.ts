/**
 * `POST /edge/v1/impressions`: views of a banner's first layer, as counters without identity. What arrives while a commit
 * is under way is summed up and goes with the next one, on a lane of its own: counting never holds up a record.
 */
import { edgeImpressions } from '@luvalla/contract/consent/edge.ts';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { newPart, startOf } from '#kernel/tally/tally.ts';
import { IMPRESSION_COUNT } from '../rates/views.ts';
import { createFairLane } from './fair.ts';
import type { IntakeLimit } from './limit.ts';
import { admit, refuseIntake } from './origin.ts';
import type { LookUp } from './published.ts';

interface Impression {
	readonly customerId: number;
	readonly domainId: string;
	readonly folder: string;
	readonly language: string;
	readonly device: string;
	/** '' when unknown. */
	readonly country: string;
	/** The first of the day, UTC. */
	readonly minute: Date;
}

/** Adds a batch to the counters in one statement. */
const storeImpressions = async (edge: Tx, part: number, views: readonly Impression[]): Promise<readonly true[]> => {
	const sums = new Map<string, { view: Impression; count: number }>();
	for (const view of views) {
		const key = Object.values(view).join(' ');
		const sum = sums.get(key);
		if (sum) sum.count++;
		else sums.set(key, { view, count: 1 });
	}
	const rows = [...sums.values()];
	const column = <T>(of: (view: Impression) => T): T[] => rows.map(({ view }) => of(view));
	await edge.run(sql`select edge_impressions(${part}, ${column((v) => v.customerId)}, ${column((v) => v.domainId)},
		${column((v) => v.folder)}, ${column((v) => v.language)}, ${column((v) => v.device)}, ${column((v) => v.country)},
		${column((v) => v.minute)}, ${rows.map(({ count }) => count)})`);
	return views.map(() => true);
};

export const createImpressions = ({ storage, geo, reach }: Kernel, lookUp: LookUp, limit: IntakeLimit) => {
	const part = newPart();
	const storing = (edge: Tx) => (views: readonly Impression[]) => storeImpressions(edge, part, views);
	const lane = createFairLane(reach, storing(storage.edge), storing(storage.edgeSoon));
	const routes: Route[] = [
		handle(edgeImpressions, async ({ body, request, reply }) => {
			const domainId = body.domainId.toLowerCase();
			const tell = (name: string, value: string): void => void reply.header(name, value);
			const published = admit(await lookUp(domainId, body.configuration), { headers: request.headers, tell });
			if (published.configurationHash === null) throw refuseIntake('unknown_configuration');
			limit(request.ip, published.customerId, 1);
			await lane.push({
				customerId: published.customerId,
				domainId,
				folder: body.configuration,
				language: body.language,
				device: agentOf(request.headers['user-agent']).device,
				country: geo.of(request).country ?? '',
				minute: startOf(IMPRESSION_COUNT.grain, now()),
			});
			return {};
		}),
	];
	return { routes, drain: () => lane.drain() };
};
