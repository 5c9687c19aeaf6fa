/** Scripts with a value put in. */

/** A script whose one free name gets its value: no global, no inline handler, and nothing of the texts is run. */
export const given = (name: string, value: unknown, script: string): string => scriptOf(name, literal(value), script);

/** The same with the value as it stands in the file. */
export const scriptOf = (name: string, value: string, script: string): string => `(function(${name}){${script.trim()}\n})(${value});\n`;

/** How every pointer begins. */
export const HEAD = '(function(LUVALLA){';

// U+2028 and U+2029 end a line in old engines; `<` must not end a script element when the text is put inline.
export const literal = (value: unknown): string =>
	JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
