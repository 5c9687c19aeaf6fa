export default defineNuxtConfig({
	compatibilityDate: '2026-11-01',
	telemetry: false,
	app: {
		head: {
			htmlAttrs: { lang: 'en' },
			title: 'Shop',
			script: [{ src: 'http://cmp.invalid/cmp/d/0198c0de-0000-7000-8000-000000000001.js', tagPriority: 'critical' }],
		},
	},
});
