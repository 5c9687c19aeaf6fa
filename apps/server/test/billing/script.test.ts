/** Pages may load Stripe's script where cards are taken by it, and nowhere else. */
import { expect, test } from 'vitest';
import { scriptOf } from '../../src/wings/billing/payments/script.ts';
import { billingSettings } from '../../src/wings/billing/settings.ts';

const lets = (env: Record<string, string>) => scriptOf(billingSettings(env).stripe);
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test('without keys, and with a test form in its place, nothing of Stripe is let in', () => {
	expect(lets({})).toEqual({ scripts: [], frames: [] });
	expect(lets({ ...KEYS, STRIPE_API_BASE: 'http://127.0.0.1:9' })).toEqual({ scripts: [], frames: [] });
	expect(lets({ ...KEYS, STRIPE_API_BASE: 'http://127.0.0.1:9', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual({
		scripts: [],
		frames: [],
	});
});

test('with a publishable key its script and its frames are', () => {
	const { scripts, frames } = lets({ ...KEYS, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' });
	expect(scripts).toContain('https://js.stripe.com');
	expect(frames).toContain('https://hooks.stripe.com');
	for (const origin of [...scripts, ...frames]) expect(origin).toMatch(/^https:\/\/[*a-z.]*stripe\.com$/);
});
