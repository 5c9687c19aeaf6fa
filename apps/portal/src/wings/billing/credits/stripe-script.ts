/**
 * Stripe's own script, loaded from Stripe and only where a card is paid with: cards are typed into its frame, and never reach us. What is
 * used of it is described here.
 */
const ADDRESS = 'https://js.stripe.com/v3/';

interface StripeError {
	message?: string;
}
export interface PaymentElement {
	mount: (place: HTMLElement) => void;
	destroy: () => void;
	on: (event: 'ready' | 'loaderror', heard: () => void) => void;
}
export interface StripeElements {
	create: (kind: 'payment', options: { layout: 'tabs' }) => PaymentElement;
	update: (options: { amount: number }) => void;
	submit: () => Promise<{ error?: StripeError }>;
}
export interface StripeScript {
	elements: (options: {
		mode: 'payment';
		amount: number;
		currency: string;
		locale: string;
		appearance: { theme: 'stripe' | 'night' };
	}) => StripeElements;
	createConfirmationToken: (options: { elements: StripeElements }) => Promise<{ error?: StripeError; confirmationToken?: { id: string } }>;
	handleNextAction: (options: { clientSecret: string }) => Promise<{ error?: StripeError }>;
}
declare global {
	interface Window {
		Stripe?: (publishableKey: string) => StripeScript;
	}
}

let loading: Promise<void> | null = null;

/** @throws Error when the script does not come; the next one tries again */
export async function loadStripe(publishableKey: string): Promise<StripeScript> {
	loading ??= new Promise<void>((done, failed) => {
		if (window.Stripe) return done();
		const script = document.createElement('script');
		script.src = ADDRESS;
		script.onload = () => done();
		script.onerror = () => {
			loading = null;
			script.remove();
			failed(new Error('Stripe’s script did not come'));
		};
		document.head.append(script);
	});
	await loading;
	if (!window.Stripe) throw new Error('Stripe’s script is not what it was');
	return window.Stripe(publishableKey);
}
