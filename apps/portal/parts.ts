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
	{
		// so small, and needed on so many screens, that each costs more to ask for than to bring along
		name: 'pieces',
		test: /src\/ui\/(list\/pickers|ActButton|CopyText|Facts|Fold|LinkButton|NextStep|NoDomain|NumberedStatus|Segmented|channels|use-place)\.tsx?$|src\/lib\/(purpose-name|use-reload-on-news)\.ts$|contract\/src\/(channels|limits|placement|runs|selection|tools|words|people\/identifiers|consent\/(ledger|purposes)|engagement\/content-types|insight\/first-steps)\.ts$|use-clipboard\.mjs$/,
		priority: 2,
	},
	{ name: 'popover', test: /\/(Popover|CalendarField|DateField|DayField|menu-styles)\.(mjs|tsx?)$/, minShareCount: 2, priority: 1 },
	{
		// one of several, as tabs or as lines
		name: 'choice',
		test: /@mantine\/.*\/(Tabs|SegmentedControl|use-resize-observer|Radio|RadioIcon)\.mjs$|\/Radio\.layer\.css$|src\/(theme\/tabs-styles|ui\/(form\/DrawerTabs|RadioRow))\.tsx?$/,
		minShareCount: 2,
		priority: 1,
	},
	{ name: 'select', test: /\/(Combobox|Select|MultiSelect|select-styles)\.(mjs|tsx?)$/, minShareCount: 2, priority: 1 },
	{
		name: 'sending',
		test: /src\/ui\/(deliveries\/|WayBack)|contract\/src\/engagement\/(deliveries|campaign|of-campaign|own-sentences|journeys|status-numbers)/,
		minShareCount: 2,
		priority: 1,
	},
	{
		name: 'people',
		test: /contract\/src\/(rules|profiles\/(api|audiences|reach|segments|visitors)|consent\/(answers|form-source|people))\.ts$/,
		minShareCount: 2,
		priority: 1,
	},
	{
		name: 'sites',
		test: /contract\/src\/(tenancy\/domains|consent\/(configurations|drafts|languages|light|snippet))\.ts$|src\/lib\/language-names\.ts$|src\/ui\/form\/FileField\.tsx$/,
		minShareCount: 2,
		priority: 1,
	},
	{
		name: 'drafts',
		test: /src\/ui\/(form\/(DraftScreen|DraftWaiting|LeaveGuard|use-draft-page)|list\/DraftList)\.tsx?$|contract\/src\/engagement\/(constellations|contents)\.ts$/,
		minShareCount: 2,
		priority: 1,
	},
	{ name: 'banner-stage', test: /src\/ui\/(BannerPreview|SiteStage)\.tsx$/, minShareCount: 2, priority: 1 },
	{
		name: 'banner-words',
		test: /src\/wings\/consent\/configurations\/(Dialog|texts|place|editing\/draft)\.tsx?$|@mantine\/core\/.*\/Modal\.mjs$/,
		minShareCount: 2,
		priority: 1,
	},
	{ name: 'run', test: /src\/ui\/(RunCard|RunFindings|list\/BulkRun)\.tsx$/, minShareCount: 2, priority: 1 },
	{
		name: 'charts',
		test: /src\/ui\/chart\/(reading|ReadTip|Scroll|Tiles|use-written|figures|clock)\.tsx?$|contract\/src\/(insight\/(event-)?counts|consent\/consent-rate)\.ts$/,
		minShareCount: 2,
		priority: 1,
	},
	{ name: 'icons', test: /@tabler\/icons-react\//, minShareCount: 2, priority: 3 },
];
