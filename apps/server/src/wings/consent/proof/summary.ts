/**
 * A record in the fields of ISO/IEC TS 27560:2023 as the W3C Data Privacy Vocabulary writes them (w3id.org/dpv/guides/consent-27560).
 * Aligned with, no conformity claimed. It is for people and programs to read; the proof stands on the canonical record alone,
 * and `repeats` says the facts that a checker compares with it.
 */
import { summaryOf } from '@luvalla/verify/receipt.ts';
import type { ProvenRecord } from '../intake/leaf.ts';
import { offeredOf } from './offered.ts';
import type { ReceiptRow } from './store.ts';

/** The wording in the visitor's language, else in any it was written in. */
export const wordingOf = (row: Pick<ReceiptRow, 'wording' | 'language'>): { language: string; name: string; about: string } | null => {
	const language = row.language.slice(0, 2);
	const [fallback] = Object.keys(row.wording);
	const found = row.wording[language] ? language : fallback;
	const wording = found === undefined ? undefined : row.wording[found];
	return found === undefined || wording === undefined ? null : { language: found, ...wording };
};

/** Terms whose values are names, and instants, not words. */
const IRIS = ['dct:conformsTo', 'dpv:hasLegalBasis', 'dpv:hasConsentStatus', 'dpv:isIndicatedBy', 'dpv:hasJurisdiction', 'spdx:algorithm'];
const INSTANTS = ['dct:created', 'dct:date', 'dpv:isIndicatedAtTime'];

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** @param address where the receipt can be had again */
export const consentSummary = (row: ReceiptRow, record: ProvenRecord, address: string): Record<string, Json> => {
	const wording = wordingOf(row);
	const { cookies, vendors, until } = offeredOf(row);
	const facts = summaryOf({ ...record });
	return {
		'@context': {
			dpv: 'https://w3id.org/dpv#',
			loc: 'https://w3id.org/dpv/loc#',
			dct: 'http://purl.org/dc/terms/',
			spdx: 'http://spdx.org/rdf/terms#',
			xsd: 'http://www.w3.org/2001/XMLSchema#',
			...Object.fromEntries(IRIS.map((term) => [term, { '@type': '@id' }])),
			...Object.fromEntries(INSTANTS.map((term) => [term, { '@type': 'xsd:dateTime' }])),
			// For our own checker, no linked data.
			repeats: null,
		},
		'@type': 'dpv:ConsentReceipt',
		'@id': address,
		'dct:conformsTo': 'https://w3id.org/dpv/schema/dpv-27560#receipt',
		'dct:identifier': record.id,
		'dct:language': record.language,
		'dpv:hasRecordOfActivity': {
			'@type': 'dpv:ConsentRecord',
			'dct:identifier': record.id,
			'dct:created': record.receivedAt,
			'dpv:hasDataSubject': { '@type': 'dpv:DataSubject', 'dct:identifier': record.person ?? record.choiceId },
			'dpv:hasDataController': {
				'@type': 'dpv:DataController',
				...(row.business_id && { 'dct:identifier': row.business_id }),
				'dpv:hasName': row.customer,
				...(row.address && { 'dpv:hasAddress': row.address }),
				'dpv:hasContact': `https://${row.host}/`,
			},
			...(/^[A-Z]{2}$/.test(row.country_code) && { 'dpv:hasJurisdiction': `loc:${row.country_code}` }),
			'dpv:hasProcess': {
				'@type': 'dpv:Process',
				'dct:identifier': record.purposeId,
				'dct:hasVersion': String(record.purposeVersion),
				'dpv:hasPurpose': {
					'@type': 'dpv:Purpose',
					'dct:title': wording ? { '@value': wording.name, '@language': wording.language } : row.purpose_name,
					...(wording && { 'dct:description': { '@value': wording.about, '@language': wording.language } }),
				},
				'dpv:hasLegalBasis': row.legal_basis === 'consent' ? 'dpv:Consent' : 'dpv:LegalBasis',
				'dpv:hasStorageCondition':
					row.retention_months === null
						? { '@type': 'dpv:StorageCondition', 'dct:description': 'as long as the controller keeps its ledger' }
						: { '@type': 'dpv:StorageDuration', 'dpv:hasDuration': `P${row.retention_months}M` },
				...(cookies.length > 0 && {
					'dpv:hasPersonalData': cookies.map(({ name, provider, keeps }) => ({
						'@type': 'dpv:PersonalData',
						'dct:title': name,
						'dct:description': [provider, keeps].filter(Boolean).join(', '),
					})),
				}),
				...(vendors !== null && {
					'dpv:hasRecipient': {
						'@type': 'dpv:ThirdParty',
						'dct:description': `Vendors of IAB Europe’s Global Vendor List: ${vendors === 'all' ? 'all' : vendors.join(', ')}`,
					},
				}),
				'dpv:hasConsentControl': {
					'@type': 'dpv:WithdrawConsent',
					'dct:description':
						row.person === null
							? `Choose again on ${row.host}: the link or button to one’s choices is on every page.`
							: 'Sign in and take it back, or tell the controller.',
				},
			},
			...(record.configuration !== null && {
				'dpv:hasNotice': {
					'@type': 'dpv:ConsentNotice',
					'dct:identifier': record.configuration,
					'dct:hasVersion': String(row.version),
					'dct:title': row.title,
					'dct:language': record.language,
					'spdx:checksum': { 'spdx:algorithm': 'spdx:checksumAlgorithm_sha256', 'spdx:checksumValue': record.configurationHash },
				},
			}),
			...(record.source !== undefined && { 'dct:source': record.source }),
			...(record.by !== undefined && { 'dct:contributor': record.by }),
			'dpv:hasConsentStatus': record.value ? 'dpv:ConsentGiven' : 'dpv:ConsentRefused',
			'dct:date': record.at,
			...(until && { 'dct:valid': `${record.at}/${until.toISOString()}` }),
			'dpv:isIndicatedAtTime': record.at,
			'dpv:isIndicatedBy': 'dpv:DataSubject',
			'dpv:hasIndicationMethod': `${record.how} on ${row.host}`,
		},
		repeats: Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, value as Json])),
	};
};
