/**
 * Which files the portal is built into. Left to itself the bundler makes a file of whatever two screens share: fifty of them
 * on a list, each with headers of its own and packed without the others' words. These are the parts that are loaded together
 * anyway; what is in none of them stays the bundler's. A part has the modules named and all that they import, the first
 * that asks for a module gets it.
 */
export const parts = [
	{
		// what both the sign-in and the app need; `e2e/weight.spec.ts` fails when the sign-in needs another part
		name: 'base',
		test: /src\/(main|theme\/ThemeProvider|app\/(NoticePlace|frame-texts|paths|shell\/LanguageMenu)|ui\/(form\/field|Logo|Horizon)|lib\/(client|session|notices|say|settings|use-title|cookie-settings))\.tsx?$|react-dom\/client\.js$|@mantine\/core\/.*\/(Button|TextInput)\.mjs$/,
		priority: 6,
	},
	{
		// the icon that the list of users shares with the bar of an assisted session would bring all icons to that list
		name: 'app',
		test: /src\/app\/App\.tsx$|src\/ui\/(Badge|Card|CustomerGate|Empty|LateMenu|form\/LateSelect|Loading|ConfirmDialog|PageHeader|times)\.tsx$|src\/lib\/use-search\.ts$|\/IconUserShield\.mjs$/,
		priority: 5,
	},
	{
		// a list and the form that opens over it, with the fields of most forms and what stands in most rows' menus
		name: 'list',
		test: /src\/ui\/(list\/(DataList|DataTable|ListScreen|use-drawer-row|tenant-filters|CsvExport|list-words)|form\/(FormDrawer|fields|AreaField|ManyField|SwitchField))\.tsx?$|@mantine\/core\/.*\/Checkbox\.mjs$|\/Icon(Pencil|Trash|PlayerPlay|PlayerPause)\.mjs$/,
		priority: 4,
	},
	// what the dashboard shares with the tour, which comes later or never
	{ name: 'first-steps', test: /contract\/src\/insight\/first-steps\.ts$/, priority: 3 },
	{ name: 'icons', test: /@tabler\/icons-react\//, minShareCount: 2, priority: 2 },
];
