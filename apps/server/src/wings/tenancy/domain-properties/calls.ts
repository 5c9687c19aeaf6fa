/** The calls of domain properties: what is written waits, what is submitted is read. */
import * as contract from '@luvalla/contract/tenancy/domain-properties.ts';
import { recordActivity, recorderOf } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockHost } from '../domains/store.ts';
import {
	countProperties,
	dropProperty,
	insertProperty,
	livePropertiesOf,
	markDeleted,
	narrowedTo,
	type PropertyRow,
	propertiesOf,
	readProperty,
	sameKey,
	submitProperties,
	updateProperty,
	type Written,
} from './store.ts';

const refuseProperty = refusals({
	property_known: [409, 'The domain has a property of this key already.', 'Verkkotunnuksella on jo tämänniminen ominaisuus.', 'key'],
	too_many_properties: [
		422,
		`A domain has ${contract.MOST_PROPERTIES} properties at most. Delete what is not read any more.`,
		`Verkkotunnuksella on enintään ${contract.MOST_PROPERTIES} ominaisuutta. Poista ne, joita ei enää lueta.`,
	],
	nothing_waits: [409, 'Nothing waits: websites read what stands here.', 'Mitään ei odota: sivustot lukevat sen, mitä tässä lukee.'],
});

const shown = (row: PropertyRow): contract.DomainProperty => ({
	id: row.property_id,
	key: row.key,
	value: row.value,
	active: row.active,
	change: row.change,
	live: row.live_value,
	domainId: row.domain_id,
	domain: row.host,
	changedAt: row.changed_at.toISOString(),
});

const record = recorderOf('domain_property', ({ key, value, active }: PropertyRow) => ({ key, value, active }));

interface OnDomain {
	readonly customerId: number;
	readonly domainId: string;
}
/** @throws Refused 404 where `currentDomain` is another one than DOMAIN_KEY names */
const placeOf = ({ customerId, domainId }: Scope, currentDomain?: { id: string } | undefined): OnDomain => {
	if (domainId === null || (currentDomain && currentDomain.id.toLowerCase() !== domainId)) throw refuse('not_found');
	return { customerId, domainId };
};

export const domainPropertyRoutes = ({ storage }: Kernel): Route[] => {
	const existing = async (tx: Tx, { customerId, domainId }: OnDomain, id: string): Promise<PropertyRow> => {
		const row = await readProperty(tx, customerId, domainId, id);
		if (!row) throw refuse('not_found');
		return row;
	};
	/** One at a time a domain, so that a submission publishes what its person saw. */
	const locked = <T>(at: OnDomain, work: (tx: Tx) => Promise<T>): Promise<T> =>
		storage.inTenant(at.customerId, async (tx) => {
			if (!(await lockHost(tx, at.customerId, at.domainId))) throw refuse('not_found');
			return work(tx);
		});
	const change = (at: OnDomain, asker: Asker, id: string, said: (before: PropertyRow) => Written): Promise<contract.DomainProperty> =>
		locked(at, async (tx) => {
			const before = await existing(tx, at, id);
			if ((await updateProperty(tx, at.customerId, at.domainId, id, said(before))) === 0) throw refuseProperty('property_known');
			const after = await existing(tx, at, id);
			await record(tx, { asker, scope: at }, 'changed', id, before, after);
			return shown(after);
		});
	return [
		handle(contract.domainProperties, async ({ query, scope }) => {
			const at = placeOf(scope);
			return storage.inTenant(at.customerId, async (tx) => {
				const narrowing = narrowedTo(at.customerId, at.domainId, { q: query.q, ...query.filter });
				const { rows, counted } = await readPage(tx, propertiesOf(at.customerId), narrowing, query);
				return { data: rows.map(shown), page: pageOf(counted, query) };
			});
		}),
		handle(contract.addDomainProperty, ({ asker, body, scope }) => {
			const at = placeOf(scope, body.currentDomain);
			const id = newId();
			return locked(at, async (tx) => {
				if ((await countProperties(tx, at.customerId, at.domainId)) >= contract.MOST_PROPERTIES)
					throw refuseProperty('too_many_properties');
				if (!(await insertProperty(tx, at.customerId, at.domainId, id, body.property))) throw refuseProperty('property_known');
				const after = await existing(tx, at, id);
				await record(tx, { asker, scope: at }, 'added', id, null, after);
				return shown(after);
			});
		}),
		handle(contract.changeDomainProperty, ({ asker, body, scope }) =>
			change(placeOf(scope, body.currentDomain), asker, body.id, ({ active }) => ({
				...body.property,
				active: body.property.active ?? active,
			})),
		),
		handle(contract.activateDomainProperty, ({ asker, body, scope }) =>
			change(placeOf(scope, body.currentDomain), asker, body.property.id, ({ key, value }) => ({
				key,
				value,
				active: body.property.active,
			})),
		),
		handle(contract.deleteDomainProperty, ({ asker, query, scope }) => {
			const at = placeOf(scope);
			return locked(at, async (tx) => {
				const before = await existing(tx, at, query.id);
				const drop = before.live_value === null ? dropProperty : markDeleted;
				await drop(tx, at.customerId, at.domainId, query.id);
				await record(tx, { asker, scope: at }, 'deleted', query.id, before, null);
				return { deleted: before.live_value === null };
			});
		}),
		handle(contract.submitDomainProperties, ({ asker, body, scope }) => {
			const at = placeOf(scope, body.currentDomain);
			return locked(at, async (tx) => {
				const published = await submitProperties(tx, at.customerId, at.domainId);
				if (published === 0) throw refuseProperty('nothing_waits');
				const live = (await livePropertiesOf(tx, at.customerId, at.domainId)).length;
				await recordActivity(tx, at.customerId, asker, {
					action: 'published',
					thing: 'domain_property',
					thingId: at.domainId,
					after: { live, published },
				});
				return { live, published };
			});
		}),
		handle(contract.domainsForProperty, ({ query, scope }) => {
			const at = placeOf(scope);
			return storage.inTenant(at.customerId, async (tx) => {
				const { key } = await existing(tx, at, query.id);
				const rows = await sameKey(tx, at.customerId, key, scope.domains === 'all' ? null : [...scope.domains], at.domainId);
				return rows.map(shown).map(({ id, domainId, domain, value, active, change: waits }) => ({
					...{ id, domainId, domain, value, active },
					change: waits,
				}));
			});
		}),
	];
};
