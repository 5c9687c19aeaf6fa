import { expect, it } from 'vitest';
import { readSchema } from '../src/kernel/storage/migrate.ts';
import { statementsOf } from '../src/kernel/storage/statements.ts';
import { parsed } from './statements/tree.ts';

it('a semicolon ends a statement, and nothing within strings, names, bodies or comments', () => {
	expect(
		statementsOf(`
			-- what; this is
			select 'a;b''c;', "odd;""name;" from t; /* and; so on */
			create function f() returns int language plpgsql as $body$ begin return 1; end; $body$;
			do $$ begin perform ';'; end $$;;
			select 4 - 2 / 1, $1 -- the end;
		`),
	).toEqual([
		`-- what; this is\n\t\t\tselect 'a;b''c;', "odd;""name;" from t`,
		`/* and; so on */\n\t\t\tcreate function f() returns int language plpgsql as $body$ begin return 1; end; $body$`,
		`do $$ begin perform ';'; end $$`,
		'select 4 - 2 / 1, $1 -- the end;',
	]);
	expect(statementsOf(' ; -- nothing\n;')).toEqual([]);
});

it('takes the files of this program apart as PostgreSQL’s own parser does', async () => {
	const { migrations, functions } = await readSchema();
	for (const { sql } of [...migrations, ...functions]) {
		// Placeholders of roles are no SQL yet.
		const text = sql.replace(/(?<!:):(owner|app|edge|eraser|platform)\b/g, 'somebody');
		const parts = statementsOf(text);
		expect(parts.flatMap(parsed).length).toBe(parts.length);
		expect(parts.length).toBe(parsed(text).length);
	}
});
