/** What a configuration sets of Google Consent Mode beside the storage types, as the pointer carries it. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import type { Pointer } from './shapes.ts';

/** Nothing where Google's own defaults hold. */
export const googleOf = ({ consentModeOptions, geo }: Pick<LightConfig, 'consentModeOptions' | 'geo'>): Pick<Pointer, 'google'> => {
	const { waitForUpdateMs, adsDataRedaction, urlPassthrough, regions } = consentModeOptions;
	const rules = {
		...(waitForUpdateMs > 0 && { wait_for_update: waitForUpdateMs }),
		// Elsewhere Google takes everything for granted. Where a place decides what is asked, the banner knows it better.
		...(regions.length > 0 && geo === 'everywhere' && { region: regions }),
	};
	const set = [...(adsDataRedaction ? ['ads_data_redaction'] : []), ...(urlPassthrough ? ['url_passthrough'] : [])];
	return Object.keys(rules).length + set.length > 0 ? { google: [rules, ...set] } : {};
};

/** The loader, with the build output `google.js` of its version after it where the pointer carries something for it. */
export const withGoogle = (sdk: string, { google }: Pick<Pointer, 'google'>, part: string | undefined): string =>
	google && part !== undefined ? `${sdk.trim()}\n${part}` : sdk;
