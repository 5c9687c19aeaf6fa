/** Numbers of a status: what content, audience, constellation and campaign are called by theirs. */

/** Status labels that content, audience and campaign share, by their number (portal.md section 4, product.md). */
export const STATUS = { draft: 0, published: 1, running: 2, stopped: 3, completed: 4, approved: 5 } as const;
