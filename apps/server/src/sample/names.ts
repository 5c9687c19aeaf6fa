/** What the sample's people are called and where they live. Every name is common; together with what follows they are nobody. */

/** People of one language. */
export interface Land {
	/** As `fi-FI`. */
	readonly locale: string;
	/** ISO 3166-1 alpha-2. */
	readonly country: string;
	readonly timeZone: string;
	/** How many of a hundred people. */
	readonly share: number;
	readonly firstNames: readonly string[];
	readonly lastNames: readonly string[];
	/** Town and the postal code of its middle; the first is the home of most. */
	readonly towns: readonly (readonly [town: string, postalCode: string])[];
	readonly streets: readonly string[];
	/** A telephone number that nobody can have. @param n of the person, from 0 */
	readonly phone: (n: number) => string | null;
}

const words = (list: string): string[] => list.split(' ');

/** So many digits, zeros in front. */
const digits = (n: number, length: number): string => String(n).padStart(length, '0');

export const LANDS: readonly Land[] = [
	{
		locale: 'fi-FI',
		country: 'FI',
		timeZone: 'Europe/Helsinki',
		share: 68,
		firstNames: words(
			'Aino Anna Eeva Elina Emilia Hanna Helmi Iida Inka Johanna Kaisa Katri Laura Leena Liisa Maija Maria Marjatta Minna Niina Noora Outi Päivi Riikka Saara Sari Satu Sofia Tiina Venla Aleksi Antti Eero Eetu Heikki Ilkka Jari Juha Jukka Kalle Lauri Leo Markku Matti Mika Mikko Olli Onni Oskari Pekka Petri Sami Sauli Tapio Timo Tuomas Väinö Veikko Ville Åke',
		),
		lastNames: words(
			'Aalto Ahonen Anttila Hakala Hämäläinen Heikkinen Heinonen Hiltunen Järvinen Kallio Karjalainen Kinnunen Koivisto Korhonen Koskinen Laaksonen Laine Laitinen Lehtinen Lehtonen Leppänen Mäkelä Mäkinen Mattila Miettinen Niemi Nieminen Ojala Peltonen Pitkänen Rantanen Räsänen Saarinen Salminen Salonen Savolainen Toivonen Tuominen Turunen Virtanen',
		),
		towns: [
			['Helsinki', '00100'],
			['Espoo', '02100'],
			['Tampere', '33100'],
			['Turku', '20100'],
			['Oulu', '90100'],
			['Jyväskylä', '40100'],
			['Kuopio', '70100'],
			['Lahti', '15110'],
		],
		streets: words('Koivukatu Mäntytie Rantakatu Puistotie Satamakatu Kirkkokatu Niittypolku Harjutie Lehtikuja Asemakatu'),
		// No number behind an area code begins with 0.
		phone: (n) => `+35890${digits(n, 6)}`,
	},
	{
		locale: 'sv-FI',
		country: 'FI',
		timeZone: 'Europe/Helsinki',
		share: 12,
		firstNames: words(
			'Annika Astrid Camilla Carina Ebba Elsa Freja Gunilla Ingrid Karin Linnéa Maj Monica Siv Ulla Alexander Anders Axel Björn Carl Erik Fredrik Göran Johan Kaj Lars Mats Nils Oskar Sven',
		),
		lastNames: words(
			'Andersson Backman Björklund Blomqvist Ekholm Eriksson Forsman Granqvist Gustafsson Holmström Johansson Karlsson Lindholm Lindqvist Lindström Nordström Nyman Sjöblom Söderholm Wikström',
		),
		towns: [
			['Helsingfors', '00100'],
			['Vasa', '65100'],
			['Borgå', '06100'],
			['Ekenäs', '10600'],
			['Jakobstad', '68600'],
			['Mariehamn', '22100'],
		],
		streets: words('Björkgatan Strandvägen Parkgatan Kyrkogatan Hamngatan Ängsvägen Skolgatan Lindvägen'),
		phone: (n) => `+35890${digits(n, 6)}`,
	},
	{
		locale: 'sv-SE',
		country: 'SE',
		timeZone: 'Europe/Stockholm',
		share: 12,
		firstNames: words(
			'Agneta Alva Anna Birgitta Elin Emma Hedvig Ida Kerstin Lovisa Maja Sara Wilma Åsa Albin Elias Gustav Hugo Ivar Jonas Karl Ludvig Magnus Olle Per Rasmus Simon Tobias Viktor',
		),
		lastNames: words(
			'Berg Bergström Dahl Eklund Engström Fransson Hansson Hedlund Jakobsson Lind Lindberg Lundgren Nilsson Olsson Persson Sandberg Sjögren Svensson Wallin Åberg',
		),
		towns: [
			['Stockholm', '111 20'],
			['Göteborg', '411 03'],
			['Malmö', '211 20'],
			['Uppsala', '753 20'],
			['Umeå', '903 26'],
		],
		streets: words('Storgatan Drottninggatan Kungsgatan Södergatan Vasagatan Skogsvägen Linnégatan'),
		phone: () => null,
	},
	{
		locale: 'en-GB',
		country: 'GB',
		timeZone: 'Europe/London',
		share: 8,
		firstNames: words(
			'Alice Amelia Charlotte Chloe Eleanor Emily Grace Isla Olivia Ruby Sophie Arthur Benjamin Edward George Harry Henry Jack James Oliver Oscar Thomas William',
		),
		lastNames: words(
			'Bailey Baker Bennett Brown Carter Clarke Cooper Davies Edwards Evans Green Hall Harris Hughes Jones Morgan Parker Roberts Taylor Walker Wood Wright',
		),
		towns: [
			['London', 'EC1A 1BB'],
			['Manchester', 'M1 1AE'],
			['Bristol', 'BS1 4DJ'],
			['Edinburgh', 'EH1 1YZ'],
			['Leeds', 'LS1 4DY'],
		],
		streets: ['Church Street', 'Mill Lane', 'Station Road', 'Park Avenue', 'Orchard Close', 'Queen Street'],
		// 07700 900000 to 900999 are kept for stories (Ofcom).
		phone: (n) => (n < 1000 ? `+447700900${digits(n, 3)}` : null),
	},
];
