/** What the portal's pages may load of Stripe: its script and its frames, where cards are taken by them and nowhere else. */
import type { StripeSettings } from '../settings.ts';

const NOTHING = { scripts: [], frames: [] } as const;
const STRIPE = {
	scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
	// The card's own frame, and the bank's question.
	frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const;

export const scriptOf = (stripe: StripeSettings | null): { readonly scripts: readonly string[]; readonly frames: readonly string[] } =>
	stripe === null || stripe.publishableKey === null || stripe.apiBase !== null ? NOTHING : STRIPE;
