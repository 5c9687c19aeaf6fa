// @vitest-environment node
import { GateFinding } from '@luvalla/contract/consent/configurations';
import { LightConfig } from '@luvalla/contract/consent/light';
import { describe, expect, it } from 'vitest';
import { ratio } from '../src/contrast.ts';
import { contrast, gate, gateCodes, passes } from '../src/gate.ts';
import { type StartingConfig, templates } from '../src/templates.ts';

const config = (change: (c: StartingConfig) => void = () => {}): LightConfig => {
	const copy = structuredClone(templates['bottom-bar'].config);
	change(copy);
	return copy;
};
const failed = (c: LightConfig, purposes: Record<string, string> = {}) =>
	gate(c, { purposes })
		.filter((finding) => !finding.ok)
		.map((finding) => [finding.code, finding.where]);

describe('the gate', () => {
	it('lets every template through, in the shape of the contract', () => {
		for (const { config } of Object.values(templates)) {
			expect(LightConfig.safeParse(config).error).toBeUndefined();
			const findings = gate(config, { purposes: {} });
			expect(passes(findings)).toBe(true);
			for (const finding of findings) {
				expect(GateFinding.safeParse(finding).success).toBe(true);
				expect(gateCodes).toContain(finding.code);
			}
		}
	});

	it('measures contrast as WCAG does', () => {
		expect(contrast('#000000', '#ffffff')).toBe(21);
		expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
		expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
	});

	it.each([
		// Each pair stands right above and right below what is demanded: on white 4.54 and 4.48, 3.03 and 2.93.
		['the text of buttons', 'contrast_button_text', { button: '#ffffff' }, 'buttonText', '#767676', '#777777', '4.5:1', '4.4:1'],
		['the text', 'contrast_text', { background: '#ffffff' }, 'text', '#767676', '#777777', '4.5:1', '4.4:1'],
		['buttons', 'contrast_button', { background: '#ffffff' }, 'button', '#949494', '#979797', '3.0:1', '2.9:1'],
	] as const)(
		'takes no less than is demanded of %s, and shows what was measured',
		(_, code, ground, field, enough, less, reads, readsLess) => {
			const found = (colour: string) =>
				gate(
					config((c) => Object.assign(c.colours, ground, { [field]: colour })),
					{ purposes: {} },
				).find((finding) => finding.code === code);
			expect(found(enough)).toMatchObject({ ok: true, measured: reads });
			expect(found(less)).toMatchObject({ ok: false, measured: readsLess });
		},
	);

	it('never rounds a contrast up to what is demanded', () => {
		expect([ratio(4.499), ratio(4.45), ratio(4.5), ratio(21)]).toEqual(['4.4:1', '4.4:1', '4.5:1', '21.0:1']);
	});

	it('lets nothing through of which one point fails', () => {
		const findings = gate(
			config((c) => {
				c.reask.noMonths = 5;
			}),
			{ purposes: {} },
		);
		expect(findings.filter(({ ok }) => !ok)).toHaveLength(1);
		expect(passes(findings)).toBe(false);
	});

	it.each([
		[
			'no refusal',
			(c: StartingConfig) => {
				c.texts.fi.refuse = '';
			},
			'refuse_present',
		],
		[
			'a refusal of signs that draw nothing',
			(c: StartingConfig) => {
				c.texts.en.refuse = '\u200b \u2800';
			},
			'refuse_present',
		],
		[
			'the same word twice',
			(c: StartingConfig) => {
				c.texts.en.refuse = ' accept ALL';
			},
			'equal_choices',
		],
		[
			'an answer that outshouts the other',
			(c: StartingConfig) => {
				c.texts.en.accept = 'Accept all and get the best of our site';
			},
			'equal_choices',
		],
		[
			'pale button text',
			(c: StartingConfig) => {
				c.colours.buttonText = '#8aa89c';
			},
			'contrast_button_text',
		],
		[
			'pale text',
			(c: StartingConfig) => {
				c.colours.text = '#8a8a8a';
			},
			'contrast_text',
		],
		[
			'a button like its ground',
			(c: StartingConfig) => {
				c.colours.background = '#2f5045';
				c.colours.text = '#ffffff';
			},
			'contrast_button',
		],
		[
			'a missing text',
			(c: StartingConfig) => {
				c.texts.fi.reopen = ' ';
			},
			'texts_complete',
		],
		[
			'a link without a name',
			(c: StartingConfig) => {
				c.texts.fi.policyUrl = '/evasteet';
			},
			'texts_complete',
		],
		[
			'a link to one’s own data that leads nowhere',
			(c: StartingConfig) => {
				c.texts.en.ownDataLabel = 'See your data';
			},
			'texts_complete',
		],
		[
			'a category without its sentence',
			(c: StartingConfig) => {
				const media = c.categories[3];
				if (media) media.texts.fi.about = '';
			},
			'texts_complete',
		],
		[
			'a no asked again too soon',
			(c: StartingConfig) => {
				c.reask.noMonths = 5;
			},
			'reask_no',
		],
		[
			'nothing to ask',
			(c: StartingConfig) => {
				c.categories = c.categories.filter((k) => k.necessary);
			},
			'categories_off',
		],
	])('refuses %s', (_, change, code) => {
		expect(failed(config(change)).map(([c]) => c)).toContain(code);
	});

	it('refuses a cookie yes that would become a mail yes', () => {
		for (const purpose of ['Marketing email', 'Newsletter', 'SMS offers', 'Sähköpostimarkkinointi', 'Tekstiviestit', 'Marketing e-mails'])
			expect(failed(config(), { marketing: purpose })).toEqual([['messaging_switch', 'mapper.purposes.marketing']]);
		expect(failed(config(), { necessary: 'Newsletter' })).toEqual([['messaging_switch', 'mapper.purposes.necessary']]);
		expect(failed(config(), { marketing: 'Ad audiences' })).toEqual([]);
	});

	it('lets a messaging purpose through with a switch of its own, and not when another switch grants it too', () => {
		const own = (c: StartingConfig) => {
			c.categories.push({
				key: 'newsletter',
				necessary: false,
				cookies: [],
				texts: {
					en: { name: 'Newsletter by email', about: 'A letter a month.' },
					fi: { name: 'Uutiskirje sähköpostiin', about: 'Kirje kuukaudessa.' },
				},
			});
		};
		expect(failed(config(own), { newsletter: 'Newsletter' })).toEqual([]);
		expect(failed(config(own), { newsletter: 'Newsletter', marketing: 'newsletter' }).length).toBe(2);
		const withCookies = config(own);
		withCookies.categories.at(-1)?.cookies.push({ name: '_ga', provider: '', keeps: '' });
		expect(failed(withCookies, { newsletter: 'Newsletter' })).toEqual([['messaging_switch', 'mapper.purposes.newsletter']]);
	});
});
