import { messages } from '#portal/lib/say.ts';

const en = {
	whatFor: 'What the example does',
	write: 'Write a profile',
	read: 'Read what is known',
	languages: 'Language of the example',
	code: 'Example in {{language}}',
	copy: 'Copy example',
	environment: 'The token stands in the environment variable LUVALLA_TOKEN, on your server and never in a page.',
	client: 'packages/client of this installation’s source; the token stands in LUVALLA_TOKEN.',
} as const;
const fi = {
	whatFor: 'Mitä esimerkki tekee',
	write: 'Kirjoita profiili',
	read: 'Lue, mitä tiedetään',
	languages: 'Esimerkin kieli',
	code: 'Esimerkki: {{language}}',
	copy: 'Kopioi esimerkki',
	environment: 'Avain on ympäristömuuttujassa LUVALLA_TOKEN, palvelimellanne eikä koskaan sivulla.',
	client: 'Asiakaskirjasto on tämän asennuksen lähdekoodissa (packages/client); avain on muuttujassa LUVALLA_TOKEN.',
} as const;

export const useApiTexts = messages('api', en, fi);
