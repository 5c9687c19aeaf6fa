/** `/edge/v1`: profiles, events and members of segments, for customers' own servers with a machine's token or a domain's. */
import { PersonKey } from '@luvalla/contract/people/identifiers.ts';
import * as contract from '@luvalla/contract/profiles/api.ts';
import { type Asker, machineName } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { refuseAnswer } from '../../consent/wing.ts';
import { namePeople } from '../../people/wing.ts';
import { withinOf } from '../segments/askable.ts';
import { mayChange, refuseSegment } from '../segments/calls.ts';
import { readSegments, type SegmentRow } from '../segments/store.ts';
import { takeDevices, takeGone } from './devices.ts';
import { takeEvents, withTime } from './events.ts';
import { readItem, type Sender } from './items.ts';
import { takeMembers } from './members.ts';
import { once } from './once.ts';
import { takeProfiles } from './profiles.ts';
import { stateOf } from './state.ts';

const domainOf = ({ domainId }: Scope): string => {
	if (domainId === null) throw refuse('not_found');
	return domainId;
};

const senderOf = (asker: Asker, scope: Scope): Sender => ({
	customerId: scope.customerId,
	domainId: domainOf(scope),
	by: machineName(asker),
	asker,
	within: withinOf(scope),
});

/** What a machine sees of segments: the customer's own what answers for it does, a domain's what its own admin does. */
const seeing = (scope: Scope): Scope => ({ ...scope, as: scope.domains === 'all' ? 'customerAdmin' : 'domainAdmin' });

const segmentOf = async (tx: Tx, scope: Scope, id: string): Promise<SegmentRow> => {
	const [found] = await readSegments(tx, seeing(scope), [id.toLowerCase()]);
	if (!found) throw refuse('not_found');
	if (found.rule !== null) throw refuseSegment('has_rule');
	return found;
};

const KEY = 'idempotency-key';

export const apiRoutes = (kernel: Pick<Kernel, 'storage' | 'secrets' | 'hooks'>): Route[] => [
	handle(contract.writeProfiles, async ({ asker, body, scope, request, language }) => {
		const sender = senderOf(asker, scope);
		const items = body.profiles.map((given) => readItem(contract.ProfileChange, given));
		const asked = { ...sender, key: request.headers[KEY], content: ['profiles', body] };
		return once(kernel, asked, async (tx) => ({ results: await takeProfiles(tx, kernel, sender, items, language) }));
	}),
	handleIn(kernel.storage.inTenant, contract.readProfile, async (tx, { body, scope }) => {
		const domainId = domainOf(scope);
		const [who = 'malformed'] = await namePeople(tx, scope.customerId, [body.person], withinOf(scope), { mayAdd: true });
		if (typeof who === 'string' && who !== 'cannot_name') throw refuseAnswer(who);
		return stateOf(tx, seeing(scope), domainId, who === 'cannot_name' ? null : who);
	}),
	handle(contract.writeEvents, async ({ asker, body, scope, request, language }) => {
		const sender = senderOf(asker, scope);
		const items = body.events.map((given) => withTime(readItem(contract.NewEvent, given)));
		const asked = { ...sender, key: request.headers[KEY], content: ['events', body] };
		return once(kernel, asked, async (tx) => ({ results: await takeEvents(tx, kernel, sender, items, language) }));
	}),
	handle(contract.changeMembers, async ({ asker, body, params, scope, request, language }) => {
		const sender = senderOf(asker, scope);
		const people = body.people.map((given) => readItem(PersonKey, given));
		const asked = { ...sender, key: request.headers[KEY], content: ['members', params.id.toLowerCase(), body] };
		return once(kernel, asked, async (tx) => {
			const segment = await segmentOf(tx, scope, params.id);
			// Taking out undoes what others did: of a segment that is not theirs a domain's token takes out whom it put in.
			const way = { how: 'api', source: scope.domains === 'all' ? '' : domainOf(scope) } as const;
			return {
				results: await takeMembers(
					tx,
					sender,
					segment.segment_id,
					way,
					{ asker, scope },
					mayChange(scope, segment),
					body.action,
					people,
					language,
				),
			};
		});
	}),
	handle(contract.writeDevices, async ({ asker, body, scope, request, language }) => {
		const sender = senderOf(asker, scope);
		const items = body.devices.map((given) => readItem(contract.DeviceToken, given));
		const asked = { ...sender, key: request.headers[KEY], content: ['devices', body] };
		return once(kernel, asked, async (tx) => ({ results: await takeDevices(tx, kernel, sender, items, language) }));
	}),
	handle(contract.removeDevices, async ({ asker, body, scope, request, language }) => {
		const sender = senderOf(asker, scope);
		const items = body.devices.map((given) => readItem(contract.GoneToken, given));
		const asked = { ...sender, key: request.headers[KEY], content: ['devices gone', body] };
		return once(kernel, asked, async (tx) => ({ results: await takeGone(tx, sender, items, language) }));
	}),
];
