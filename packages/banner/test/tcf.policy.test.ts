// @vitest-environment node
/** The framework's points of a configuration that no publication can be brought to fail: the shapes refuse them before. */
import { TcfConfig } from '@luvalla/contract/consent/tcf';
import { describe, expect, it } from 'vitest';
import { tcfPolicy } from '../src/tcf/policy.ts';
import { tcfTemplates } from '../src/tcf/templates.ts';
import { madeList } from './lists.ts';

const failing = (change: Partial<TcfConfig>): string[] => {
	const config = { ...TcfConfig.parse({ ...structuredClone(tcfTemplates['tcf-bar'].config), languages: ['en'] }), ...change };
	return tcfPolicy(config, { purposes: {} }, madeList(), {}).flatMap(({ code, ok }) => (ok ? [] : [code]));
};

describe('how long an answer stands', () => {
	it('is thirteen months at most for a yes, and six at least for a no', () => {
		expect(failing({ reask: { yesMonths: 13, noMonths: 6 } })).toEqual([]);
		expect(failing({ reask: { yesMonths: 14, noMonths: 6 } })).toEqual(['tcf_reask']);
		expect(failing({ reask: { yesMonths: 13, noMonths: 5 } })).toEqual(['tcf_reask']);
	});
});

describe('what the framework demands beyond the gate', () => {
	it('is a contrast of 5:1 on the answers', () => {
		const { colours } = tcfTemplates['tcf-bar'].config;
		// On white #737373 is 4.74:1, #6e6e6e 5.10:1.
		expect(failing({ colours: { ...colours, button: '#ffffff', buttonText: '#6e6e6e' } })).not.toContain('tcf_answers_contrast');
		expect(failing({ colours: { ...colours, button: '#ffffff', buttonText: '#737373' } })).toContain('tcf_answers_contrast');
	});
});
