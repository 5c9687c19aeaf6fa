/** What is taken, what holds, and how it is proven. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import { changesTo } from '../change.ts';

const TWICE = ['apps/server/test/truth/named-twice.test.ts'];
const ANSWERS = ['apps/server/test/answers.test.ts'];
const PRESENT = ['apps/server/test/answers.test.ts'];
const RULES = 'what holds, by its rules';
const ORIGIN = ['apps/server/test/intake/origin.test.ts'];
const LANE = ['apps/server/test/intake/lane.test.ts'];
const REACH = ['apps/server/test/reach.test.ts'];
const LEAF = ['apps/server/test/leaf.test.ts'];
const TREE = ['apps/server/test/tree.test.ts'];

export const records = [
	...changesTo('present', 'apps/server/src/wings/consent/answers/present.ts', PRESENT, [
		['a yes of the same moment undoes a no', 'said <= before.noAt', 'said < before.noAt', { named: RULES }],
		['an older yes undoes a no', 'if (before.noAt !== null && said <= before.noAt) return before;', '', { named: RULES }],
		['a visitor’s yes undoes a person’s no', "if (record.how === 'identification' && !before.value) return before;", '', { named: RULES }],
		['a clock that runs ahead shuts out later yeses', '(at < receivedAt ? at : receivedAt)', 'at', { named: RULES }],
		['a yes makes the no before it forgotten', 'record.value ? (before?.noAt ?? null) : ', 'record.value ? null : ', { named: RULES }],
		['the first no counts, not the last', 'a !== null && a > b ? a : b', 'a !== null && a < b ? a : b', { named: RULES }],
		[
			'of two who are one the yes holds',
			'...(first.value ? second : first), noAt }',
			'...(first.value ? first : second), noAt }',
			{ tests: ['apps/server/test/people.test.ts'] },
		],
		[
			'who was merged later is taken in before',
			'\t\tjoinBefore(record.receivedAt);\n',
			'\t\tjoinBefore(null);\n',
			{ tests: ['apps/server/test/people.test.ts'] },
		],
	]),
	...changesTo('origin', 'apps/server/src/wings/consent/intake/origin.ts', ORIGIN, [
		['a host that only ends like the shared domain', 'name.endsWith(`.${shared}`)', 'name.endsWith(shared)'],
		['a page of any host', 'if (name !== host && !(', 'if (name === "" && !('],
		['a page over http', "url.protocol === 'https:' && ", ''],
		['a page of another port', " && url.port === ''", ''],
		['a record of no page', 'origin === undefined || !isOriginOf(', 'origin !== undefined && !isOriginOf('],
		['the shared domain itself is none of its pages', 'name === shared || ', ''],
	]),
	...changesTo('lane', 'apps/server/src/wings/consent/intake/lane.ts', LANE, [
		['a failed batch is not tried again', 'failed(batch, error);', 'reject(batch, error);', { tests: REACH, named: 'a fair lane' }],
		['an answer in part acknowledges the rest', "w.failed(new Error('A batch was answered in part.'))", 'w.done(outcome as Outcome)'],
		['what did not go with a batch is lost', 'queue.filter((one) => !going.has(one))', '[]'],
		['it ends while a commit is under way', 'while (gathering || flights.size > 0)', 'while (gathering)'],
		['what is written is not counted as waiting', 'return queue.length + under;', 'return queue.length;'],
	]),
	...changesTo('fair', 'apps/server/src/wings/consent/intake/fair.ts', REACH, [
		[
			'a failed part is not tried row by row',
			'else await singly(customerId, rows);',
			'else giveUp(customerId, rows, error);',
			{ named: 'a fair lane' },
		],
		[
			'a bad row is acknowledged',
			"if (fault === 'data') reject([one], error);",
			"if (fault === 'data') one.done(undefined as Outcome);",
			{ named: 'a fair lane' },
		],
		[
			'a database that is away is a customer’s fault',
			"if (faultOf(error) === 'database') reject(batch, error);\n\t\t\telse ",
			'',
			{ named: 'a fair lane' },
		],
		['a customer that does not answer is asked for ever', 'reach.lost(customerId, error);', '', { named: 'a fair lane' }],
		['one customer’s thousands go first', 'return chosen;', 'return queue.slice(0, most);', { tests: LANE }],
		['one customer fills the lane', 'mine >= MOST_OF_ONE || ', '', { tests: LANE }],
		['it ends while customers are tried apart', 'while (running.size > 0) await Promise.all(running);', '', { tests: LANE }],
	]),
	...changesTo('leaf', 'apps/server/src/wings/consent/intake/leaf.ts', LEAF, [
		['a leaf without its salt can be guessed', 'Buffer.concat([salt, ', 'Buffer.concat(['],
		['the answer is not proven', '\t\tvalue: record.value,\n', ''],
		['the wording is not proven', '\t\tpurposeVersion: record.purposeVersion,\n', ''],
		['what was shown is not proven', '\t\tconfigurationHash: record.configurationHash,\n', ''],
		['who it was is not proven', '\t\tperson: record.person,\n', ''],
		[
			'keys stand in another order',
			'\t\tbrowser: record.browser,\n\t\tby: record.by,\n',
			'\t\tby: record.by,\n\t\tbrowser: record.browser,\n',
		],
		['a salt that can be tried out', 'randomOf(32)', 'randomOf(2)'],
		['one salt for all', 'randomOf(32)', 'Buffer.alloc(32)'],
	]),
	...changesTo('tree', 'apps/server/src/wings/consent/proof/tree.ts', TREE, [
		['a tree is split elsewhere', 'Math.ceil(Math.log2(n) - 1)', 'Math.floor(Math.log2(n) - 1)'],
		['left and right are changed', 'hashNode(left, right), hashes', 'hashNode(right, left), hashes'],
		['a tile that was cut is passed over', 'if (hashes === undefined || hashes.length < end) throw', 'if (hashes === undefined) throw'],
		['appending to a tile that was cut', 'kept === undefined || kept.length < width * HASH_BYTES', 'kept === undefined'],
		['a proof goes the wrong way at the middle', 'path.push(index < middle ?', 'path.push(index <= middle ?'],
		['a proof between heads holds what is known', 'if (from > 0) path.push({ from, to });', 'path.push({ from, to });'],
		['a full tile is not counted above', 'if (hashes.length === TILE_WIDTH * HASH_BYTES)', 'if (hashes.length > TILE_WIDTH * HASH_BYTES)'],
	]),
	...changesTo('twice', 'apps/server/src/kernel/http/named-twice.ts', TWICE, [
		['a name written otherwise is another one', 'raw.includes(\'\\\\\') ? String(JSON.parse(`"${raw}"`)) : raw', 'raw'],
		[
			'a string ends at any quotation mark',
			'if (slashes % 2 === 0) return end;',
			'return end;',
			{ file: 'apps/server/src/kernel/http/deep.ts' },
		],
		['a quotation mark behind two slashes is none', 'slashes % 2 === 0', 'slashes === 0', { file: 'apps/server/src/kernel/http/deep.ts' }],
		['what stands in a list is a name', 'inner?.names && COLON.test(text)', 'inner?.names'],
		['names of one object are another’s', "case '}':\n", ''],
		['places of a list are not counted', 'inner.at++', 'inner.at'],
		[
			'banners’ records are taken whatever they name twice',
			'demandNamedOnce(text);\n\treturn body;',
			'return body;',
			{ file: 'apps/server/src/kernel/http/door.ts' },
		],
		[
			'bodies are taken whatever they name twice',
			'demandNamedOnce(text);\n\treturn body;',
			'return body;',
			{ file: 'apps/server/src/kernel/http/app.ts' },
		],
		[
			'the first of two columns is read',
			"if (same !== null && seen.has(same)) return 'twice';",
			'',
			{ file: 'apps/server/src/wings/profiles/uploads/targets.ts' },
		],
		[
			'columns of other letters are others',
			"\t\t.toLowerCase()\n\t\t.replace(/[^\\p{L}\\p{N}]/gu, '');",
			"\t\t.replace(/[^\\p{L}\\p{N}]/gu, '');",
			{ file: 'apps/server/src/wings/profiles/uploads/countries.ts', tests: ['apps/server/test/profiles/exports.test.ts'] },
		],
	]),
	...changesTo(
		'own',
		'apps/server/src/wings/consent/answers/statements.ts',
		['apps/server/test/people.test.ts'],
		[['what is said of who is one with another is the other’s for good', '\t\tperson: own,\n', '\t\tperson: cluster.kept,\n']],
	),
	...changesTo('ahead', 'apps/server/src/wings/consent/answers/statements.ts', ANSWERS, [
		['a no of a clock that runs ahead is refused', 'if (answer.value && at.getTime() > now()', 'if (at.getTime() > now()'],
		['a yes from the future is taken', "if (answer.value && at.getTime() > now().getTime() + AHEAD_MS) return 'at_future';", ''],
		['a clock that runs ahead is not marked', 'CLOCK_AHEAD_HOURS * 3_600_000', 'Number.POSITIVE_INFINITY'],
	]),
];
