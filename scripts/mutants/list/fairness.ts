/** What may be published, and what a site's owner copies. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import { changesTo } from '../change.ts';

const GATE = ['packages/banner/test/gate.test.ts'];
const POINTS = ['apps/server/test/gate-points.test.ts'];
const POLICY = ['packages/banner/test/policy.test.ts'];
const TCF = ['apps/server/test/tcf.test.ts'];
const BROKEN = 'each broken policy point';

export const fairness = [
	...changesTo('gate', 'packages/banner/src/gate.ts', GATE, [
		['4.2:1 passes for 4.5', 'const TEXT_CONTRAST = 4.5;', 'const TEXT_CONTRAST = 4.2;', { file: 'packages/banner/src/points.ts' }],
		['a button at 2.5:1', 'const SHAPE_CONTRAST = 3;', 'const SHAPE_CONTRAST = 2.5;', { file: 'packages/banner/src/points.ts' }],
		[
			'a no asked again after five months',
			'const LEAST_NO_MONTHS = 6;',
			'const LEAST_NO_MONTHS = 5;',
			{ file: 'packages/banner/src/points.ts' },
		],
		['one answer is enough', 'no > 0 && yes > 0', 'no > 0 || yes > 0'],
		['an answer that outshouts the other', 'equalLabels(refuse, accept)', 'no > 0'],
		['one point that holds is enough', 'findings.every((finding) => finding.ok)', 'findings.some((finding) => finding.ok)'],
		['a cookie yes becomes a mail yes', 'const ok = said && !shared && category.cookies.length === 0', 'const ok = said && !shared'],
		['a mail yes that its switch does not tell of', 'const ok = said && !shared && category', 'const ok = !shared && category'],
		['a yes without a switch', 'if (purposes.has(key) || !visible(purpose)) continue;', 'continue;'],
		['nothing is asked', "'categories_off', asked.length > 0", "'categories_off', true"],
		['4.49 reads as 4.5', 'Math.floor(value * 10)', 'Math.round(value * 10)', { file: 'packages/banner/src/contrast.ts' }],
		['contrast without the light of a screen', '+ 0.05) / (', ') / (', { file: 'packages/banner/src/contrast.ts' }],
	]),
	...changesTo('points', 'apps/server/src/wings/consent/gate/points.ts', POINTS, [
		['4.2:1 passes for 4.5 on the screen', 'const TEXT_CONTRAST = 4.5;', 'const TEXT_CONTRAST = 4.2;'],
		['a refusal ten pixels smaller', 'const SAME_PIXELS = 1;', 'const SAME_PIXELS = 10;'],
		['a page walled off', 'const LEAST_FREE = 0.3;', 'const LEAST_FREE = 0.03;'],
		['a refusal one press further', 'presses.refuse <= presses.accept,', 'presses.refuse <= presses.accept + 1,'],
		['a refusal five steps further', 'keys.refuse <= keys.accept + 1', 'keys.refuse <= keys.accept + 5'],
		['a refusal that cannot be given', 'presses.refuse !== null && ', ''],
		['a switch that is on beforehand', 'second.switches > 0 && second.on === 0', 'second.switches > 0'],
		['a refusal out of view', 'r.seen && a.seen', 'r.seen || a.seen'],
		['a link for a refusal', "r.tag === 'button' && a.tag", 'a.tag'],
		['only the first screen counts', 'judged.find((one) => !one.ok) ?? judged[0]', 'judged[0]'],
		['a refusal that looks otherwise', 'look(r) === look(a)', 'look(r).length === look(a).length'],
	]),
	...changesTo('demands', 'apps/server/src/wings/consent/gate/demands.ts', POINTS, [
		[
			'a demand that says less than is measured',
			'The text of the buttons needs a contrast of 4.5:1.',
			'The text of the buttons needs a contrast of 4.2:1.',
		],
		[
			'a demand that says less than is measured in Finnish',
			'Tekstin kontrastin taustaan pitää olla vähintään 4,5:1.',
			'Tekstin kontrastin taustaan pitää olla vähintään 4,2:1.',
		],
		['a point that fails without a word', '\tmeasured_keyboard: {', '\tmeasured_keys: {'],
	]),
	...changesTo('policy', 'packages/banner/src/policy.ts', POLICY, [
		['a policy against marked tags', 'known.filter(({ marked }) => !marked)', 'known'],
		['an address that ends its attribute', ".replaceAll('\"', '&quot;')", ''],
		['a policy that lets any script in the page run', 'inline ? ["\'unsafe-inline\'"] : []', '"\'unsafe-inline\'"'],
		['a policy for kinds that nothing is of', 'unmarked.some((tag) => tag.kind === kind)', 'unmarked.length > 0 && kind !== ""'],
		['a policy that keeps the banner out', ', origin] :', '] :'],
		[
			'partners’ answers at 4.5:1',
			'const ANSWER_CONTRAST = 5;',
			'const ANSWER_CONTRAST = 4.5;',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: TCF, named: BROKEN },
		],
		[
			'a string relied on for two years',
			'const MOST_MONTHS = 13;',
			'const MOST_MONTHS = 24;',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: ['packages/banner/test/tcf.policy.test.ts'] },
		],
		[
			'a framework’s no asked again at once',
			' && config.reask.noMonths >= LEAST_NO_MONTHS',
			'',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: ['packages/banner/test/tcf.policy.test.ts'] },
		],
		[
			'a stack that lies over another',
			'return overlaps || !stack',
			'return !stack',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: TCF, named: BROKEN },
		],
		[
			'a framework’s yes becomes a mail yes',
			'length(purpose) > 0 && !messaging',
			'length(purpose) > 0',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: TCF, named: BROKEN },
		],
		[
			'profiles by legitimate interest',
			'!config.publisherPurposes.legitimateInterests.some((id) => CONSENT_ONLY.includes(id))',
			'true',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: TCF, named: BROKEN },
		],
		[
			'a partner who left the list',
			'use.vendors.length > 0 && gone.length === 0',
			'use.vendors.length > 0',
			{ file: 'packages/banner/src/tcf/policy.ts', tests: TCF, named: BROKEN },
		],
	]),
];
