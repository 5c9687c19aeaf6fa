/**
 * That somebody stopped everything, as it is remembered: of each address of theirs a keyed hash, under an id that nobody can name. It is
 * found again by whose address it was, so that two who turn out to be two again each take back their own.
 */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { dropObjections, dropObjectionsTo, type KnownBy, rememberObjections } from '../../people/wing.ts';
import { EVERY_PURPOSE, isAddress } from '../campaigns/permits.ts';

/** Who drops what an erasure remembers names it by its id, and has no business here. */
const idOf = (secrets: Kernel['secrets'], customerId: number, person: string): string => {
	const hex = secrets.hmac('stopped everything').update(`${customerId}:${person}`).digest('hex');
	// Shaped as a UUID of random bits.
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const rememberStopped = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	names: readonly KnownBy[],
	until: Date,
): Promise<void> => {
	for (const [person, own] of Map.groupBy(names.filter(isAddress), (one) => one.person))
		await rememberObjections(
			tx,
			secrets,
			customerId,
			own.map((identifier) => ({ identifier, purposeId: EVERY_PURPOSE })),
			{ erasure: idOf(secrets, customerId, person), until },
		);
};

/** @param proven an address that is theirs for certain: what was stopped by it before they were erased is taken back, too */
export const forgetStopped = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	members: readonly string[],
	proven: Identifier | null = null,
): Promise<void> => {
	for (const member of members) await dropObjections(tx, customerId, idOf(secrets, customerId, member));
	if (proven !== null) await dropObjectionsTo(tx, secrets, customerId, [{ identifier: proven, purposeId: EVERY_PURPOSE }]);
};
