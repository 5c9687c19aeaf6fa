/** What a webhook's delivery may be: in a file of its own, since the portal's addresses name it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
