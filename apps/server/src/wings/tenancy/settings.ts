/** What the environment says to this wing: where customers' own hosts are served, and who vouches for them. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Environment, emailOf, listOf, portOf, SettingError, textOf, urlOf, wholeOf } from '#kernel/setting-readers.ts';
import type { Settings } from '#kernel/settings.ts';

declare module '#kernel/settings.ts' {
	interface Settings {
		/** Where custom domains are served; null: nowhere, and no certificate is ordered. */
		httpsPort: number | null;
		/** Where http-01 is answered and custom domains are sent on to https; reached from outside as port 80. Null: nowhere. */
		acmeHttpPort: number | null;
		/** Where this installation answers as the name server of `customDomainCname`; reached from outside as port 53. Null: nowhere. */
		acmeDnsPort: number | null;
		acmeDirectoryUrl: string;
		acmeEmail: string;
		/** PEM certificates that the authority's own address is trusted by, beside those that Node.js knows; null: none. */
		acmeCa: string | null;
		/** Addresses that custom domains have to lead to; none: those that PUBLIC_URL leads to. */
		customDomainA: string[];
		/** The label that the TXT record stands at, before the host. */
		customDomainTxtPrefix: string;
		/** Hours between the processing of a deletion request and the erasing. */
		deletionDelayHours: number;
		/** The zone below which each `_acme-challenge` has a name of its own. */
		customDomainCname: string;
	}
}

const LABEL = /^_?[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/;
const isName = (name: string): boolean => name.length <= 200 && name.includes('.') && name.split('.').every((label) => LABEL.test(label));

const fileOf = (env: Environment, name: string): string | null => {
	const path = textOf(env, name);
	if (path === null) return null;
	try {
		return readFileSync(path, 'utf8');
	} catch {
		throw new SettingError(`${name} must name a file that can be read, not '${path}'.`);
	}
};

/** @throws SettingError naming the first wrong one */
export const tenancySettings = (env: Environment) => {
	const txtPrefix = textOf(env, 'CUSTOM_DOMAIN_TXT_PREFIX')?.toLowerCase() ?? '_luvalla';
	if (!LABEL.test(txtPrefix)) throw new SettingError(`CUSTOM_DOMAIN_TXT_PREFIX must be one label such as _luvalla, not '${txtPrefix}'.`);
	const publicUrl = textOf(env, 'PUBLIC_URL') ?? 'http://localhost';
	const own = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
	const cname = textOf(env, 'CUSTOM_DOMAIN_CNAME')?.toLowerCase().replace(/\.$/, '') ?? `acme.${own}`;
	if (textOf(env, 'CUSTOM_DOMAIN_CNAME') !== null && !isName(cname))
		throw new SettingError(`CUSTOM_DOMAIN_CNAME must be a name such as acme.luvalla.example, not '${cname}'.`);
	return {
		httpsPort: portOf(env, 'HTTPS_PORT'),
		acmeHttpPort: portOf(env, 'ACME_HTTP_PORT'),
		acmeDnsPort: portOf(env, 'ACME_DNS_PORT'),
		acmeDirectoryUrl: urlOf(env, 'ACME_DIRECTORY_URL', ['https:']) ?? 'https://acme-v02.api.letsencrypt.org/directory',
		acmeEmail: emailOf(env, 'ACME_EMAIL') ?? emailOf(env, 'ADMIN_EMAIL') ?? 'admin@luvalla.localhost',
		acmeCa: fileOf(env, 'ACME_CA_FILE'),
		customDomainA: listOf(env, 'CUSTOM_DOMAIN_A', (item) => isIP(item) !== 0, 'IP addresses'),
		customDomainTxtPrefix: txtPrefix,
		customDomainCname: cname,
		deletionDelayHours: wholeOf(env, 'DELETION_DELAY_HOURS', 0, 8_760) ?? 24,
	} satisfies Partial<Settings>;
};
