/** The nodes of a cluster, by number: their hosts are nobody's business. */
import type pg from 'pg';

export interface Node {
	/** `worker 2`: as the cluster counts its groups. */
	readonly name: string;
	/** Whether it can be connected to, within the pool's time limit. */
	readonly answers: boolean;
}

interface NodeRow {
	groupid: number;
	nodename: string;
	nodeport: number;
	isactive: boolean;
}

/** Asks each worker that is in use; one that was disabled is missing for good and counts as such. */
export const readNodes = async (pool: pg.Pool): Promise<Node[]> => {
	const { rows } = await pool.query<NodeRow>(
		`select groupid, nodename, nodeport, isactive from pg_dist_node where noderole = 'primary' and groupid <> 0 order by groupid`,
	);
	return Promise.all(
		rows.map(async ({ groupid, nodename, nodeport, isactive }) => {
			const name = `worker ${groupid}`;
			if (!isactive) return { name, answers: false };
			const asked = pool.query<{ answers: boolean }>('select citus_check_connection_to_node($1, $2) as answers', [nodename, nodeport]);
			return { name, answers: (await asked.catch(() => null))?.rows[0]?.answers === true };
		}),
	);
};
