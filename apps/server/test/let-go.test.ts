/** What nobody holds is collected when it is asked for, without a flag at the start. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collect } from '../src/kernel/let-go.ts';

test('what nobody holds any more is collected', async () => {
	const held = { rows: ['kept'] };
	const ofHeld = new WeakRef(held);
	const ofLost = (() => new WeakRef({ rows: ['lost'] }))();
	// A reference that was just made is held until the turn is over.
	await nextTurn();
	collect();
	expect(ofLost.deref()).toBeUndefined();
	expect(ofHeld.deref()).toBe(held);
});
