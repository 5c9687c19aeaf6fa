/** Publishing: the gate, the purposes, an immutable folder, and the domain's pointer moved to it. */
import { createHash } from 'node:crypto';
import { assembleFolder, assemblePointer, type PublishInput } from '@luvalla/banner/assemble.ts';
import { gate, passes, purposeOf } from '@luvalla/banner/gate.ts';
import type { GateFinding } from '@luvalla/contract/consent/configurations.ts';
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { getDomain } from 'tldts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readCustomer, setLiveBanner } from '../../tenancy/wing.ts';
import { readBuilt, readParts } from './builds.ts';
import { parseDraft, refuseConfiguration } from './draft.ts';
import { purposesOf } from './purposes.ts';
import { type ConfigurationRow, insertPublication, nextVersion } from './store.ts';

const refusePublish = refusals({
	customer_not_onboarded: [
		409,
		'This customer is not onboarded yet. Drafts are kept; publishing opens with onboarding.',
		'Asiakasta ei ole vielä otettu käyttöön. Luonnokset säilyvät, ja julkaiseminen aukeaa käyttöönotossa.',
	],
	customer_on_hold: [409, 'This customer is on hold, so nothing can be published.', 'Asiakas on pidossa, joten mitään ei voi julkaista.'],
});

/** What each point of the gate demands, for the person whose publication it stops. */
const demands: Readonly<Record<string, { en: string; fi: string }>> = {
	refuse_present: { en: 'Both buttons need a label.', fi: 'Kumpikin painike tarvitsee tekstin.' },
	equal_choices: {
		en: 'Accept and refuse must be equal: two different labels of comparable length.',
		fi: 'Hyväksymisen ja hylkäämisen pitää olla tasaveroiset: kaksi eri tekstiä, pituudeltaan lähellä toisiaan.',
	},
	contrast_button_text: {
		en: 'The text of the buttons needs a contrast of 4.5:1.',
		fi: 'Painikkeiden tekstin kontrastin pitää olla vähintään 4,5:1.',
	},
	contrast_text: {
		en: 'The text needs a contrast of 4.5:1 with the background.',
		fi: 'Tekstin kontrastin taustaan pitää olla vähintään 4,5:1.',
	},
	contrast_button: {
		en: 'The buttons need a contrast of 3:1 with the background.',
		fi: 'Painikkeiden kontrastin taustaan pitää olla vähintään 3:1.',
	},
	texts_complete: { en: 'A text is missing.', fi: 'Jokin teksti puuttuu.' },
	categories_off: { en: 'There must be a category to ask about.', fi: 'Tarvitaan ainakin yksi luokka, josta kysytään.' },
	mapping: { en: 'Every category needs a purpose.', fi: 'Jokainen luokka tarvitsee käyttötarkoituksen.' },
	messaging_switch: {
		en: 'A purpose that sends messages needs a switch of its own that says so.',
		fi: 'Viestien lähettäminen tarvitsee oman kytkimen, jossa se sanotaan.',
	},
	reask_no: { en: 'A no must not be asked again within six months.', fi: 'Kieltäytyneeltä ei saa kysyä uudelleen kuuteen kuukauteen.' },
};

const unfair = (finding: GateFinding) => {
	const demand = demands[finding.code] ?? { en: finding.code, fi: finding.code };
	return refuseConfiguration('unfair_choice', { [finding.where ?? finding.code]: demand });
};

const sha256 = (...parts: (string | Buffer)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export interface Published {
	folder: string;
	version: number;
	findings: GateFinding[];
}

/** Publishes a draft inside the caller's tenant transaction; nothing is kept when any point fails. */
export const publish = async (tx: Tx, asker: Asker, row: ConfigurationRow, network: string | null): Promise<Published> => {
	const { customer_id: customerId, domain_id: domainId } = row;
	const customer = await readCustomer(tx, customerId);
	if (customer?.status === CUSTOMER_STATUS.notOnboarded) throw refusePublish('customer_not_onboarded');
	if (customer?.status === CUSTOMER_STATUS.onHold) throw refusePublish('customer_on_hold');

	const { config, mapper } = parseDraft(row);
	const findings = gate(config, mapper);
	if (!passes(findings)) {
		const failed = findings.find((finding) => !finding.ok);
		if (failed) throw unfair(failed);
	}
	const [sdk, light] = await Promise.all([readBuilt(row.sdk_version, 'sdk.js'), readBuilt(row.bundle_version, 'light.js')]);
	if (sdk === null || light === null) throw refuseConfiguration('unknown_version');
	const guard = (await readBuilt(row.sdk_version, 'guard.js')) ?? undefined;

	const version = await nextVersion(tx, customerId, domainId);
	const purposes = await purposesOf(tx, customerId, domainId, config, (key) => purposeOf(config, mapper, key));
	const input: PublishInput = {
		domainId,
		hostName: row.host,
		configurationTitle: row.title,
		version,
		template: row.template,
		config,
		purposes,
		sdkVersion: row.sdk_version,
		bundleVersion: row.bundle_version,
		sdk,
		light,
		guard,
		parts: await readParts(row.bundle_version),
		// A public suffix has no domain of its own: then each host keeps its choice.
		cookieDomain: config.joined.subdomains ? (getDomain(row.host, { allowPrivateDomains: true }) ?? undefined) : undefined,
	};
	const files = assembleFolder(input).map((file) => ({ ...file, bytes: Buffer.from(file.text), sha256: sha256(file.text) }));
	// The folder is named by all that stands in it: path and content of every file, in order.
	const hash = sha256(...files.flatMap((file) => [`${file.path}\n`, file.sha256]));
	const folder = `p${hash.toString('hex')}`;
	const publishedAt = await insertPublication(tx, customerId, {
		folder,
		configurationId: row.configuration_id,
		domainId,
		version,
		hash,
		title: row.title,
		template: row.template,
		bundleVersion: row.bundle_version,
		config: row.config,
		purposes,
		pointer: assemblePointer(input, folder),
		findings,
		// The part of the gate that needs a browser comes with the Consent issue.
		measured: false,
		publishedBy: asker.email,
		files,
	});
	await setLiveBanner(tx, customerId, domainId, { folder, title: row.title, version, publishedAt: publishedAt.toISOString() });
	await recordActivity(tx, customerId, asker, {
		action: 'published',
		thing: 'configuration',
		thingId: row.configuration_id,
		after: { folder, version, title: row.title, domain: row.host },
		network,
	});
	await tx.query(`select pg_notify('live', $1)`, [JSON.stringify({ topic: 'configurations', customerId, domains: { [domainId]: 1 } })]);
	return { folder, version, findings };
};
