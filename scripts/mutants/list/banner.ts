/** What runs on customers' websites. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import { changesTo } from '../change.ts';

const KEPT = ['packages/banner/test/runtime.test.ts'];
const REGIONS = ['packages/banner/test/regions.test.ts'];
const KNOWN = ['packages/banner/test/known.test.ts'];
const STORE = 'packages/banner/src/core/store.ts';

export const banner = [
	...changesTo('cookies', 'packages/banner/src/light/cookies.ts', KEPT, [
		['the visitor’s choice goes with the cookies of what was refused', " && name !== 'luvalla'", ''],
		['a cookie whose name only begins alike', ': name === pattern', ': name.startsWith(pattern)'],
		[
			'cookies of a family stay',
			"pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1))",
			"pattern.endsWith('*') ? name === pattern.slice(0, -1)",
		],
		[
			'cookies of the parent domain stay',
			"...labels.slice(0, -1).map((_, i) => `; Domain=${labels.slice(i).join('.')}`)",
			'',
			{ tests: ['packages/banner/test/joined.test.ts'], named: 'on the parent domain too' },
		],
	]),
	...changesTo('core', 'packages/banner/src/core/main.ts', REGIONS, [
		[
			'of one second the yes holds',
			"(at === had && yes && answer === '0')",
			"(at === had && !yes && answer === '1')",
			{ file: STORE, tests: KEPT },
		],
		['an older answer holds', 'at > had ||', 'at < had ||', { file: STORE, tests: KEPT }],
		['a yes for as long as a no', '(answer ? yes : no)', '(answer ? no : yes)', { file: STORE, tests: KEPT }],
		['a yes from the future', 'Math.abs(Date.now() / 1000 - at)', '(Date.now() / 1000 - at)', { file: STORE, tests: KEPT }],
		['a yes to words that changed', ' && !(answer && at < (material?.[key] ?? 0))', '', { file: STORE, tests: KEPT }],
		['a browser’s no is not heard', ' && !(gpc && sale.includes(key))', '', { named: 'where a law gives a way out' }],
		[
			'a no counts for nothing where nobody is asked',
			'values[key] ?? (free',
			'values[key] || (free',
			{ named: 'where a law gives a way out' },
		],
		['a no to sale is forgotten', "[...asked, 'sale_sharing']", 'asked', { named: 'Global Privacy Control' }],
		[
			'known tags run before a choice',
			'guarding?.(known, core, allowed);',
			'',
			{ tests: KNOWN, named: 'do not run and are not asked for' },
		],
		[
			'a known tag keeps its address',
			"element.removeAttribute('src');",
			'',
			{ file: 'packages/banner/src/core/guard.ts', tests: KNOWN, named: 'are not even fetched ahead' },
		],
		[
			'a known tag is a script still',
			"script.type = 'text/plain';",
			'',
			{ file: 'packages/banner/src/core/guard.ts', tests: KNOWN, named: 'are not even fetched ahead' },
		],
		[
			'what is written is not looked at',
			'if (!keys || allowed(keys) ||',
			'if (keys || allowed(keys) ||',
			{ file: 'packages/banner/src/core/guard.ts', tests: KNOWN, named: 'do not run and are not asked for' },
		],
		[
			'a no told as a yes',
			"'granted' : 'denied'",
			"'denied' : 'granted'",
			{ file: 'packages/banner/src/core/signals.ts', named: 'signals' },
		],
	]),
];
