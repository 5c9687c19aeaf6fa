/** A customer with so many people who said yes, a published message, a server that takes it and a campaign that waits to be executed. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { ConnectorType } from '@luvalla/contract/profiles/connector-types.ts';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import { createSecrets } from '../../apps/server/src/kernel/secrets.ts';
import type { Frozen } from '../../apps/server/src/wings/engagement/message.ts';
import { sealSecrets } from '../../apps/server/src/wings/profiles/connectors/config.ts';

export const CUSTOMER = 950;

export interface CampaignStage {
	readonly customerId: number;
	readonly domainId: string;
	readonly purposeId: string;
	readonly campaignId: string;
}

export interface StageOptions {
	readonly people: number;
	/** Of a mail server on this machine, where no other connector is named. */
	readonly port: number;
	readonly connections?: number;
	/** By what else it goes, with its secrets and what they are sealed with. */
	readonly connector?: {
		readonly type: ConnectorType;
		readonly config: object;
		readonly secrets: Readonly<Record<string, string>>;
		readonly key: string;
	};
	readonly frozen: Frozen;
	/** Of the campaign; the rest as usual. */
	readonly options?: object;
}

const FULL = `repeat('1', 65536)::bit(65536)`;

/** A set of everybody below a number. */
const makeFullSet = async (owner: Client, key: string, rule: object, people: number): Promise<void> => {
	const id = newId();
	await owner.query('insert into people_set (customer_id, set_id, key, rule, clock_at) values ($1, $2, $3, $4, now())', [
		CUSTOMER,
		id,
		key,
		JSON.stringify(rule),
	]);
	await owner.query(
		`insert into set_chunk (customer_id, set_id, chunk, bits)
		select $1, $2, c, case when (c + 1) * 65536 <= $3::int then ${FULL} else rpad(repeat('1', $3::int - c * 65536), 65536, '0')::bit(65536) end
		from generate_series(0, ($3::int - 1) / 65536) c`,
		[CUSTOMER, id, people],
	);
};

/** @param owner may write everything, past row-level security */
export const stageCampaign = async (
	owner: Client,
	{ people, port, connections, connector, frozen, options = {} }: StageOptions,
): Promise<CampaignStage> => {
	const channel = CHANNELS.indexOf(frozen.channel);
	const domainId = newId();
	const purposeId = newId();
	const [audienceId, constellationId, connectorId, campaignId] = [newId(), newId(), newId(), newId()];
	await owner.query(`insert into customer (customer_id, name, status, address) values ($1, 'Bench Oy', 1, 'Penkkitie 1, Turku')`, [
		CUSTOMER,
	]);
	await owner.query(`insert into domain (customer_id, domain_id, host, name) values ($1, $2, 'bench.example.com', 'Bench')`, [
		CUSTOMER,
		domainId,
	]);
	await owner.query(`insert into purpose (customer_id, purpose_id, domain_id, name, channels) values ($1, $2, $3, 'Letters', array[$4])`, [
		CUSTOMER,
		purposeId,
		domainId,
		frozen.channel,
	]);
	await owner.query(`insert into purpose_version (customer_id, purpose_id, version, wording) values ($1, $2, 1, $3)`, [
		CUSTOMER,
		purposeId,
		JSON.stringify({ en: { name: 'Letters', about: 'Letters by mail.' } }),
	]);
	const person = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
	await owner.query(
		`insert into person (customer_id, person, number, created_at) select $1, ${person}, n, now() from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, people],
	);
	await owner.query(
		`insert into person_identifier (customer_id, kind, value, person, created_at, how)
		select $1, 'email', 'p' || n || '@example.com', ${person}, now(), 'import' from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, people],
	);
	await owner.query(
		`insert into profile (customer_id, person, number, first_name, city, locale, attributes, changed_at)
		select $1, ${person}, n, 'Name' || n, 'Turku', 'en-FI', '{"club":"gold"}', now() from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, people],
	);
	await owner.query(
		`insert into consent_state (customer_id, person, purpose_id, value, record_at, record_id, purpose_version, received_at)
		select $1, ${person}, $3, true, now(), ${person}, 1, now() from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, people, purposeId],
	);
	const texts = frozen.channel === 'sms';
	if (texts)
		await owner.query(
			`insert into person_identifier (customer_id, kind, value, person, created_at, how)
			select $1, 'phone', '+358' || (450000000 + n), ${person}, now(), 'import' from generate_series(0, $2::int - 1) n`,
			[CUSTOMER, people],
		);
	// Everybody has an app, whose token is the name they have here.
	if (frozen.channel === 'mobile')
		await owner.query(
			`insert into device_token (customer_id, token, person, domain_id, platform, created_at, last_seen_at)
			select $1, ${person}::text, ${person}, $3, 'android', now(), now() from generate_series(0, $2::int - 1) n`,
			[CUSTOMER, people, domainId],
		);
	const phones = ['phone', 'textable'] as const;
	if (frozen.channel === 'mobile') await makeFullSet(owner, 'device', { field: 'device', is: 'known' }, people);
	await makeFullSet(owner, 'all', { all: [] }, people);
	for (const key of ['email', 'mailable']) await makeFullSet(owner, key, { field: key, is: 'known' }, people);
	await makeFullSet(owner, `yes:${purposeId}`, { field: `consent.${purposeId}`, is: 'is', value: 'yes' }, people);
	if (texts) for (const key of phones) await makeFullSet(owner, key, { field: key, is: 'known' }, people);
	for (const [key, rule] of [
		...(texts ? [] : phones.map((key) => [key, { field: key, is: 'known' }] as const)),
		['externalId', { field: 'externalId', is: 'known' }],
		['post', { field: 'post', is: 'known' }],
		[`no:${purposeId}`, { field: `consent.${purposeId}`, is: 'is', value: 'no' }],
	] as const)
		await owner.query('insert into people_set (customer_id, set_id, key, rule, clock_at) values ($1, $2, $3, $4, now())', [
			CUSTOMER,
			newId(),
			key,
			JSON.stringify(rule),
		]);
	await owner.query(
		`insert into audience (customer_id, audience_id, domain_id, title, segments, consents, is_and, status, created_at, changed_at)
		values ($1, $2, $3, 'Everybody', '{}', array[$4]::uuid[], true, 5, now(), now())`,
		[CUSTOMER, audienceId, domainId, purposeId],
	);
	await owner.query(
		`insert into constellation (customer_id, constellation_id, domain_id, title, channel, contents, uat, status, version, created_at, changed_at)
		values ($1, $2, $3, 'Letter', $4, '{}', '', 1, 1, now(), now())`,
		[CUSTOMER, constellationId, domainId, channel],
	);
	await owner.query(
		`insert into constellation_version (customer_id, constellation_id, version, channel, frozen, published_at, published_by)
		values ($1, $2, 1, $3, $4, now(), 'bench')`,
		[CUSTOMER, constellationId, channel, JSON.stringify(frozen)],
	);
	await owner.query(
		`insert into connector (customer_id, connector_id, type, name, config, secrets, is_active, direction, created_at, changed_at, changed_by)
		values ($1, $2, $3, 'Sink', $4, $5, true, 'none', now(), now(), $2)`,
		connector
			? [
					...[CUSTOMER, connectorId, connector.type, JSON.stringify(connector.config)],
					sealSecrets(createSecrets(connector.key), connectorId, connector.secrets),
				]
			: [CUSTOMER, connectorId, 'smtp', JSON.stringify({ host: '127.0.0.1', port, security: 'none', user: '', connections }), null],
	);
	await owner.query(
		`insert into campaign (customer_id, campaign_id, domain_id, title, constellation, audience_id, is_transactional, status, changes, options, created_at, changed_at)
		values ($1, $2, $3, 'Campaign', $4, $5, false, 1, '{"post":[],"open":[],"click":[]}', $6, now(), now())`,
		[
			CUSTOMER,
			campaignId,
			domainId,
			JSON.stringify([{ constellationIdFK: constellationId, channel }]),
			audienceId,
			JSON.stringify(options),
		],
	);
	await owner.query('analyze person, person_identifier, profile, consent_state, set_chunk, people_set');
	return { customerId: CUSTOMER, domainId, purposeId, campaignId };
};
