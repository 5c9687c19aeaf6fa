/**
 * The import boundaries, and the authority on them: arrows point down.
 * guidance → insight → engagement → profiles → consent → people → billing → tenancy → identity → kernel → contract
 */

/** From the ground up: a wing may know those before it in this list, through their wing.ts. */
const WINGS = ['identity', 'tenancy', 'billing', 'people', 'consent', 'profiles', 'engagement', 'insight', 'guidance'];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const wingOrder = WINGS.slice(0, -1).map((wing, index) => ({
	name: `${wing}-knows-no-wing-above-it`,
	comment: 'News travels upward by hooks (same transaction) and jobs, never by an import.',
	severity: 'error',
	from: { path: `^apps/server/src/wings/${wing}/` },
	to: { path: `^apps/server/src/wings/(${WINGS.slice(index + 1).join('|')})/` },
}));

/** The rooms of engagement, from the ground up, likewise: what a message is made of stands below who sends it. */
const ROOMS = [
	'runs',
	'tracking',
	'contents',
	'senders',
	'leaving',
	'channels',
	'signup',
	'constellations',
	'send',
	'campaigns',
	'journeys',
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const roomOrder = ROOMS.slice(0, -1).map((room, index) => ({
	name: `engagement-${room}-knows-no-room-above-it`,
	severity: 'error',
	from: { path: `^apps/server/src/wings/engagement/${room}/` },
	to: { path: `^apps/server/src/wings/engagement/(${ROOMS.slice(index + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		...wingOrder,
		...roomOrder,
		{
			name: 'wings-meet-at-their-door',
			comment: 'wing.ts is the only way into another wing.',
			severity: 'error',
			from: { path: '^apps/server/src/wings/([^/]+)/', pathNot: '\\.test\\.ts$' },
			to: { path: '^apps/server/src/wings/', pathNot: ['^apps/server/src/wings/$1/', '/wing\\.ts$'] },
		},
		{
			name: 'kernel-knows-no-wing',
			comment: 'Wings register with the kernel in main.ts.',
			severity: 'error',
			from: { path: '^apps/server/src/kernel/' },
			to: { path: '^apps/server/src/(wings/|main\\.ts)' },
		},
		{
			name: 'what-runs-needs-no-tools',
			// Of a tool in the root's package.json a workspace knows nothing: `npm-no-pkg`.
			comment: '`npm start` installs dependencies alone; tools come with the tasks of those who work on the program (start.mjs).',
			severity: 'error',
			from: {
				path: '^(apps/[^/]+/src/|apps/portal/[^/]+\\.ts$|packages/[^/]+/(src/|build\\.ts$))',
				// Handlers are for tests, and the client is built by who publishes it.
				pathNot: [
					'\\.test\\.tsx?$',
					'/src/test/',
					'playwright\\.config\\.ts$',
					'portal/src/lib/handlers\\.ts$',
					'^packages/client/build\\.ts$',
				],
			},
			to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'contract-stands-alone',
			severity: 'error',
			from: { path: '^packages/contract/' },
			to: { path: '^(apps|packages/(?!contract/)|scripts|bench)' },
		},
		{
			name: 'server-and-portal-share-the-contract-only',
			severity: 'error',
			// The files beside the kernel (main.ts, sample/) put the program together, the sample shop with it.
			from: { path: '^apps/(server|portal|shop)/src/', pathNot: '^apps/server/src/(sample/)?[^/]+\\.ts$' },
			to: { path: '^apps/', pathNot: '^apps/$1/' },
		},
		{
			name: 'banner-carries-nothing',
			comment: 'What customers’ websites load imports itself and types of the contract.',
			severity: 'error',
			from: { path: '^packages/banner/src/', pathNot: '\\.test\\.ts$' },
			to: { pathNot: ['^packages/banner/src/', '^packages/contract/src/'] },
		},
		{
			name: 'banner-takes-only-types-of-the-contract',
			severity: 'error',
			from: { path: '^packages/banner/src/', pathNot: '\\.test\\.ts$' },
			// What a picture is, both judge alike: that file stands on nothing, and only publishing reads it.
			to: { path: '^packages/contract/src/', pathNot: '^packages/contract/src/consent/picture\\.ts$', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'portal-features-do-not-meet',
			severity: 'error',
			from: { path: '^apps/portal/src/wings/([^/]+/[^/]+)/' },
			to: { path: '^apps/portal/src/wings/', pathNot: ['^apps/portal/src/wings/$1/', '^apps/portal/src/wings/[^/]+/menu\\.ts$'] },
		},
		{
			name: 'portal-ui-lib-theme-know-no-wing',
			severity: 'error',
			from: { path: '^apps/portal/src/(ui|lib|theme)/', pathNot: '\\.test\\.tsx?$' },
			to: { path: '^apps/portal/src/(wings|app)/' },
		},
		{
			name: 'everything-is-found',
			comment: 'An import that leads nowhere could not be judged either.',
			severity: 'error',
			from: { path: '^(apps|packages)/[^/]+/src/' },
			to: { couldNotResolve: true, pathNot: '\\?(raw|url|inline|worker)$' },
		},
	],
	options: {
		parser: 'swc',
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)dist/|^packages/banner/releases/' },
		webpackConfig: { fileName: 'scripts/portal-alias.mjs' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'browser', 'node', 'default', 'types', 'style'],
			extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts', '.css'],
		},
	},
};
