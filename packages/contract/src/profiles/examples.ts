/** Requests of the public API as programmers paste them, with somebody's own ids: one text for every page that shows them. */
import type { PersonKey } from '../people/identifiers.ts';

export const EXAMPLE_LANGUAGES = ['curl', 'typescript', 'python', 'php'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];
/** `write` makes a stranger known; `read` makes nobody known. */
export const EXAMPLE_ACTIONS = ['write', 'read'] as const;
export type ExampleAction = (typeof EXAMPLE_ACTIONS)[number];

/** What a programmer's request says. */
export interface Exampled {
	/** Where the server is, as `https://consent.example.com`. */
	readonly origin: string;
	readonly domainId: string;
	readonly person: PersonKey;
	readonly action: ExampleAction;
}

/** What is written: an attribute of no meaning. */
const ATTRIBUTES = { favourite_colour: 'teal' } as const;

const pathOf = (action: ExampleAction): string => (action === 'write' ? '/edge/v1/profiles' : '/edge/v1/profiles/state');
const bodyOf = ({ action, domainId, person }: Exampled): object =>
	action === 'write' ? { domainId, profiles: [{ person, attributes: ATTRIBUTES }] } : { domainId, person };

/** A text between single quotes of a POSIX shell. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** A text of PHP, in which nothing is replaced. */
const inPhp = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** A text of JavaScript and of Python: JSON's are texts of both. */
const quoted = (text: string): string => JSON.stringify(text);

const curl = (of: Exampled): string =>
	[
		`curl -sS ${inShell(of.origin + pathOf(of.action))} \\`,
		'  -H "authorization: Bearer $LUVALLA_TOKEN" \\',
		"  -H 'content-type: application/json' \\",
		`  -d ${inShell(JSON.stringify(bodyOf(of)))}`,
		'',
	].join('\n');

const typescript = ({ origin, domainId, person, action }: Exampled): string =>
	`import { createClient } from '@luvalla/client';

const luvalla = createClient({
  baseUrl: ${quoted(origin)},
  token: process.env.LUVALLA_TOKEN ?? '',
  domainId: ${quoted(domainId)},
});

const person = ${JSON.stringify(person)};
console.log(await luvalla.profiles.${action === 'write' ? `write({ person, attributes: ${JSON.stringify(ATTRIBUTES)} })` : 'read(person)'});
`;

const python = (of: Exampled): string =>
	`import json, os, urllib.request

request = urllib.request.Request(
    ${quoted(of.origin + pathOf(of.action))},
    data=json.dumps(${JSON.stringify(bodyOf(of))}).encode(),
    headers={
        "authorization": "Bearer " + os.environ["LUVALLA_TOKEN"],
        "content-type": "application/json",
    },
)
print(json.load(urllib.request.urlopen(request)))
`;

const php = (of: Exampled): string =>
	`<?php
$answer = file_get_contents(${inPhp(of.origin + pathOf(of.action))}, false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => "authorization: Bearer " . getenv('LUVALLA_TOKEN') . "\\r\\ncontent-type: application/json\\r\\n",
    'content' => ${inPhp(JSON.stringify(bodyOf(of)))},
]]));
print_r(json_decode($answer, true));
`;

const TEXTS: Readonly<Record<ExampleLanguage, (of: Exampled) => string>> = { curl, typescript, python, php };

/** The request in a language; its token is in the environment, as LUVALLA_TOKEN, and never in the text. */
export const exampleIn = (language: ExampleLanguage, of: Exampled): string => TEXTS[language](of);
