/** The OpenID provider, made when somebody first signs in: its library holds a tenth of an idle server's memory. */
import type Provider from 'oidc-provider';
import type { ProviderParts } from './provider.ts';

export type AskProvider = () => Promise<Provider>;

/** What could not be made is made anew for whoever asks next. */
export const lazyProvider = (parts: ProviderParts): AskProvider => {
	let made: Promise<Provider> | null = null;
	const make = async (): Promise<Provider> => {
		const { createProvider } = await import('./provider.ts');
		return createProvider(parts);
	};
	return () => {
		made ??= make().catch((error: unknown) => {
			made = null;
			throw error;
		});
		return made;
	};
};
