/**
 * Campaigns that a backup brings back while they were under way. Nobody knows to whom they wrote after it, and who said no: each rests
 * until somebody lets it go on. As owner; answers the customer of each.
 */
export const REST_RESTORED = `update campaign_run set state = 'paused', why = 'restored'
	where kind = 'real' and state in ('waiting', 'preparing', 'sending') returning customer_id as id`;
