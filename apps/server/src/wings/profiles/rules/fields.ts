/** What rules may ask about at a customer: what every person has, and what has been seen of this customer's. */
import type { OfferedField } from '@luvalla/contract/profiles/segments.ts';
import { RULE_KINDS } from '@luvalla/contract/profiles/segments.ts';
import type { RuleField } from '@luvalla/contract/rules.ts';
import * as z from 'zod';
import { inOrder, MOST_WHOLE } from '#kernel/storage/lists.ts';
import { json, oneOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** A field as rules and their writers need it. */
export interface KnownField extends RuleField {
	readonly group: OfferedField['group'];
	readonly name: string;
}

const PERSON: readonly KnownField[] = [
	...(['firstName', 'lastName', 'postalCode', 'city', 'country', 'locale', 'timeZone'] as const).map((key) => ({
		key,
		kind: 'text' as const,
		group: 'person' as const,
		name: key,
	})),
	{ key: 'email', kind: 'text', group: 'person', name: 'email' },
	{ key: 'phone', kind: 'text', group: 'person', name: 'phone' },
	{ key: 'externalId', kind: 'text', group: 'person', name: 'externalId' },
	{ key: 'createdAt', kind: 'date', group: 'person', name: 'createdAt' },
	{ key: 'seenAt', kind: 'date', group: 'person', name: 'seenAt' },
];

/** What somebody has said about a purpose. */
const ANSWERS = ['yes', 'no', 'none'] as const;
const CHOICES = ANSWERS.map((value) => ({ value, label: value }));

const AttributeRow = row({ key: text, kind: oneOf(['text', 'number', 'date', 'yesno']) });
const PurposeRow = row({ purpose_id: uuid, name: text });
const TypeRow = row({ type: text, properties: json(z.record(z.string(), z.enum(RULE_KINDS))) });
const SegmentRow = row({ segment_id: uuid, name: text });

/** Whose eyes see which fields: segments of the platform are ADMIN's, and what people said on a domain is whose the domain is. */
export interface FieldsFor {
	readonly adminToo: boolean;
	/** Null: every domain. */
	readonly domainIds: readonly string[] | null;
}

/** Every field there is at a customer, or those that somebody may ask about. */
export const knownFields = async (
	tx: Tx,
	customerId: number,
	{ adminToo, domainIds }: FieldsFor = { adminToo: true, domainIds: null },
): Promise<KnownField[]> => {
	const attributes = await tx.rows(
		AttributeRow,
		sql`select key, kind from profile_attribute where customer_id = ${customerId} order by key limit ${MOST_WHOLE}`,
	);
	const purposes = await tx.rows(
		PurposeRow,
		sql`select purpose_id, name from purpose
		where customer_id = ${customerId} and (${domainIds}::uuid[] is null or domain_id = any(${domainIds}::uuid[]))
		order by ${inOrder(sql`name`)}, purpose_id limit ${MOST_WHOLE}`,
	);
	const told = await tx.rows(
		TypeRow,
		// What servers say comes before what pages do.
		sql`select type, properties from event_type where customer_id = ${customerId} order by type, scope limit ${MOST_WHOLE}`,
	);
	const types = [...Map.groupBy(told, ({ type }) => type)].map(([type, said]) => ({
		type,
		properties: Object.assign({}, ...said.toReversed().map(({ properties }) => properties)) as (typeof told)[number]['properties'],
	}));
	const segments = await tx.rows(
		SegmentRow,
		sql`select segment_id, name from segment where customer_id = ${customerId} and (${adminToo} or not is_admin_only)
		order by ${inOrder(sql`name`)}, segment_id limit ${MOST_WHOLE}`,
	);
	return [
		...PERSON,
		...attributes.map(({ key, kind }) => ({ key: `attribute.${key}`, kind, group: 'attribute' as const, name: key })),
		...purposes.map(({ purpose_id: id, name }) => ({
			key: `consent.${id}`,
			kind: 'choice' as const,
			group: 'consent' as const,
			name,
			choices: CHOICES,
			operators: ['is', 'isNot'] as const,
		})),
		...types.map(({ type, properties }) => ({
			key: `event.${type}`,
			kind: 'number' as const,
			group: 'event' as const,
			name: type,
			operators: ['atLeast', 'atMost', 'is', 'isNot'] as const,
			happened: Object.entries(properties).map(([key, kind]) => ({ key, kind })),
		})),
		...segments.map(({ segment_id: id, name }) => ({
			key: `segment.${id}`,
			kind: 'yesno' as const,
			group: 'segment' as const,
			name,
			operators: ['is'] as const,
		})),
	];
};

/** As rules' writers are told. */
export const offered = ({ key, kind, group, name, operators, choices, happened }: KnownField): OfferedField => ({
	key,
	kind,
	group,
	name,
	...(operators && { operators: [...operators] }),
	...(choices && { choices: [...choices] }),
	...(happened && { properties: happened.map((one) => ({ ...one })) }),
});
