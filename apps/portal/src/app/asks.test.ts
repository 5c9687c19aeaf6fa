/** What screens ask for ahead of their code (`asks`): calls of the contract that need the address alone. */
import { allCalls } from '@luvalla/contract/all';
import { expect, it } from 'vitest';
import { clientOf } from '../lib/client.ts';
import { screens } from './places.ts';

const gets = allCalls.filter((call) => call.method === 'GET' && clientOf(call) === 'main');
const asked = screens.flatMap(({ path, asks }) => asks.map((ask) => [path, ask] as const));

it('editors of banners ask for their templates, their versions and the customers', () => expect(asked.length).toBeGreaterThan(20));

it.each(asked)('%s: %s', (path, ask) => {
	const [call] = [
		...gets.filter((one) => `/api${one.path}` === ask),
		...gets.filter((one) => new RegExp(`^/api${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(ask)),
	];
	if (!call) throw new Error(`No call answers at ${ask}`);
	// the header names neither customer nor domain yet
	expect(call.of ?? '').not.toMatch(/header|current/);
	for (const [name] of ask.matchAll(/\$\w+/g)) expect(path.split('/')).toContain(name);
});
