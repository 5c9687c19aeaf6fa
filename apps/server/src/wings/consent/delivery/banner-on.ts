/** Which banner may stand on pages of a host that is no domain of its own. */
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const DomainId = row({ domain_id: uuid });

/** The domain whose live banner takes choices on pages of this host: the host's own before one that shares its choice with it. */
export const bannerOn = async (tx: Tx, { customerId, host }: { customerId: number; host: string }): Promise<string | null> =>
	(
		await tx.first(
			DomainId,
			sql`select d.domain_id from domain d
				join publication p on p.customer_id = ${customerId} and p.folder = d.live_banner->>'folder'
				where d.customer_id = ${customerId} and d.proven_at is not null
					and (d.host = ${host} or ${host} = p.shared_domain or right(${host}, length(p.shared_domain) + 1) = '.' || p.shared_domain)
				order by (d.host = ${host}) desc, d.host limit 1`,
		)
	)?.domain_id ?? null;
