/** Whatever the server writes into the activity has its words: nobody reads a stored name. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIONS, THINGS } from '@luvalla/contract/insight/activity-words';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');
const writers = globSync('{kernel,wings}/**/*.ts', { cwd: SOURCE })
	.map((file) => readFileSync(join(SOURCE, file), 'utf8'))
	.filter((text) => /record\w*Activit|recorderOf/.test(text));

/** The quoted words of all places that look so; what something is compared with is none. */
const wordsOf = (places: RegExp): string[] => [
	...new Set(
		writers.flatMap((text) =>
			[...text.matchAll(places)].flatMap(([, part = '']) => [...part.matchAll(/'([a-z][a-z_ -]*)'(?! \?)/g)].map(([, word = '']) => word)),
		),
	),
];

test('Each thing and each act that is recorded is said in words', () => {
	const things = wordsOf(/(?:\bthing: |recorderOf\()('[^']+')/g);
	const actions = wordsOf(/(?:\baction: |\b(?:act|record)\(tx, [^'\n]*)((?:'[a-z]+' \? )?'[^']+'(?: : [^,\n]*'[^']+')?)/g);
	expect(things.length).toBeGreaterThan(35);
	expect(actions.length).toBeGreaterThan(40);
	expect(things.filter((one) => !Object.hasOwn(THINGS, one))).toEqual([]);
	expect(actions.filter((one) => !Object.hasOwn(ACTIONS, one))).toEqual([]);
});
