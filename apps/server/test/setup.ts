/** Before and after each file of tests, whether it has modules of its own or shares them with the files before it. */
import { afterAll, expect } from 'vitest';
import { setClock } from '../src/kernel/clock.ts';
import { checkRows } from '../src/kernel/storage/rows.ts';
import { forgetOrder } from '../src/wings/consent/intake/order.ts';
import { complaints, leftOpen } from './harness.ts';

// Every answer of every test is held against its description.
checkRows();

afterAll(async () => {
	setClock(null);
	forgetOrder();
	expect(await complaints()).toEqual([]);
	expect(leftOpen()).toEqual([]);
});
