/** What the environment says to this wing. */
import { parseVerifierKey, type VerifierKey } from '@luvalla/verify/note.ts';
import { type Environment, listOf, SettingError, urlOf, wholeOf } from '#kernel/setting-readers.ts';
import type { Settings } from '#kernel/settings.ts';

declare module '#kernel/settings.ts' {
	interface Settings {
		tcfCmpId: number | null;
		tcfCmpVersion: number | null;
		gvlUrl: string;
		/** Records and views of banners that one address (IPv6: one /64) may send in a minute, to each process; 0: no limit. */
		intakePerAddress: number;
		/** Likewise for one customer. */
		intakePerCustomer: number;
		/** Who cosigns the installation's heads: a key as `name+hash+key` and where to submit. */
		ledgerWitnesses: { key: VerifierKey; url: string }[];
	}
}

const MOST_A_MINUTE = 1_000_000_000;

/** @throws SettingError naming the first wrong one */
export const consentSettings = (
	env: Environment,
): Pick<Settings, 'tcfCmpId' | 'tcfCmpVersion' | 'gvlUrl' | 'intakePerAddress' | 'intakePerCustomer' | 'ledgerWitnesses'> => ({
	tcfCmpId: wholeOf(env, 'TCF_CMP_ID', 2, 4095),
	tcfCmpVersion: wholeOf(env, 'TCF_CMP_VERSION', 0, 4095),
	gvlUrl: urlOf(env, 'GVL_URL', ['http:', 'https:']) ?? 'https://vendor-list.consensu.org/v3/',
	intakePerAddress: wholeOf(env, 'INTAKE_PER_ADDRESS', 0, MOST_A_MINUTE) ?? 6_000,
	intakePerCustomer: wholeOf(env, 'INTAKE_PER_CUSTOMER', 0, MOST_A_MINUTE) ?? 600_000,
	ledgerWitnesses: witnessesOf(env),
});

/** `name+hash+key https://…`, several of them one behind the other. */
const witnessesOf = (env: Environment): Settings['ledgerWitnesses'] => {
	const items = listOf(env, 'LEDGER_WITNESSES', () => true, 'keys and addresses');
	return items.flatMap((item, n) => {
		if (n % 2 === 1) return [];
		const [key, url] = [parseVerifierKey(item), items[n + 1] ?? ''];
		if (!key?.cosigns) throw new SettingError(`LEDGER_WITNESSES must list keys of witnesses (name+hash+key), and '${item}' is none.`);
		if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
			throw new SettingError(`LEDGER_WITNESSES must name an address that begins with https:// after the key of ${key.name}.`);
		return [{ key, url: url.replace(/\/+$/, '') }];
	});
};
