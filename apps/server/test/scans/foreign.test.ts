/** Sites of known truth behind our own banner and those of others, as they come from npm: answered, and everything told as without them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanItem, ScanPass } from '@luvalla/contract/consent/scans.ts';
import { afterAll, expect, test } from 'vitest';
import { ours, peerModules } from '../../../../bench/lib/banners.ts';
import { scan } from '../../src/wings/consent/scans/passes.ts';
import { PATIENCE } from '../../src/wings/consent/scans/visit.ts';
import { type Foreign, startSite, type Truth } from './site.ts';
import { orderFor, stage } from './stage.ts';

const JS = 'text/javascript; charset=utf-8';
const file = (path: string): string => readFileSync(join(peerModules(), path), 'utf8');

const klaro = (): Foreign => ({
	cookie: { name: 'klaro', ofDomain: false },
	files: new Map([['/klaro.js', { type: JS, text: file('klaro/dist/klaro-no-translations.js') }]]),
	html: ({ text, accept, reject }) => `<script>
		window.klaroConfig = {
			acceptAll: true, mustConsent: false, lang: 'en',
			services: [{
				name: 'all', title: 'All', purposes: ['all'],
				onAccept: ({ confirmed }) => confirmed && answered(true), onDecline: ({ confirmed }) => confirmed && answered(false),
			}],
			translations: { en: {
				privacyPolicyUrl: '/', consentNotice: { title: ${JSON.stringify(text)}, description: ${JSON.stringify(text)}, learnMore: '…' },
				consentModal: { title: '', description: '' }, ok: ${JSON.stringify(accept)}, acceptAll: ${JSON.stringify(accept)},
				decline: ${JSON.stringify(reject)}, acceptSelected: '…', purposes: { all: { title: 'All' } }, service: { purpose: '', purposes: '' },
			} },
		};
	</script><script src="/klaro.js"></script>`,
});

const cookieConsent = (): Foreign => ({
	cookie: { name: 'cc_cookie', ofDomain: true },
	files: new Map([
		['/cc.js', { type: JS, text: file('vanilla-cookieconsent/dist/cookieconsent.umd.js') }],
		['/cc.css', { type: 'text/css', text: file('vanilla-cookieconsent/dist/cookieconsent.css') }],
	]),
	html: ({ text, accept, reject }) => `<link rel="stylesheet" href="/cc.css"><script src="/cc.js"></script><script>
		CookieConsent.run({
			hideFromBots: false, categories: { necessary: { enabled: true, readOnly: true }, all: {} },
			onFirstConsent: () => answered(CookieConsent.acceptedCategory('all')),
			language: { default: 'en', translations: { en: {
				consentModal: { title: '', description: ${JSON.stringify(text)}, acceptAllBtn: ${JSON.stringify(accept)}, acceptNecessaryBtn: ${JSON.stringify(reject)} },
				preferencesModal: { title: '', sections: [] },
			} } },
		});
		if (CookieConsent.validConsent()) answered(CookieConsent.acceptedCategory('all'));
	</script>`,
});

/** Our own, as it is published; the site itself answers for the intake. */
const luvalla = async (): Promise<Foreign> => {
	const { head, files } = await ours('scan', false);
	const taken = { type: 'application/json', text: '{"data":{"refused":[]}}' };
	return {
		cookie: { name: 'luvalla', ofDomain: false },
		files: new Map([...files, ['/edge/v1/records', taken], ['/edge/v1/impressions', taken]]),
		html: () => `${head}<script>
			const tell = () => answered(luvalla.allowed('marketing'));
			if (Object.keys(luvalla.choices()).length > 0) tell();
			else luvalla.on('choice', tell);
		</script>`,
	};
};

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
	for (const close of opened) await close();
});

const passesOf = ({ seen }: ScanItem): ScanPass[] => (['before', 'accept', 'reject'] as const).filter((pass) => seen[pass]);
const lineOf = (one: Pick<ScanItem, 'kind' | 'name' | 'host' | 'party'>, passes: readonly string[]): string =>
	`${one.kind} ${one.name} (${one.host}, ${one.party}): ${[...passes].sort().join(' ')}`;
const asLine = (one: Truth): string => lineOf(one, one.passes);

test.each([
	['klaro', klaro, 6, 'buttons'],
	['vanilla-cookieconsent', cookieConsent, 7, 'buttons'],
	['luvalla', luvalla, 8, 'luvalla'],
] as const)(
	'behind %s all of it is found, in the right pass, and nothing else',
	async (_name, foreign, seed, way) => {
		const site = await startSite(seed, await foreign());
		const { pool, guard, browsers } = stage(site.allow);
		opened.push(() => browsers.close());
		try {
			const { report } = await scan(orderFor(site.url), { pool, guard, patience: PATIENCE });
			expect(report.presses).toMatchObject([
				{ pass: 'accept', way, taken: true },
				{ pass: 'reject', way, taken: true },
			]);
			expect(report.items.map((one) => lineOf(one, passesOf(one))).sort()).toEqual(site.truth.map(asLine).sort());
		} finally {
			await site.close();
		}
	},
	400_000,
);
