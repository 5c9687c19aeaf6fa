/**
 * What a statement may not do: write another wing's table, read one of a wing above (architecture.md, 13), or anything that a
 * cluster does not bear (cluster.md, rules 2, 3, 4, 7 and 8). The tests judge every statement that they send.
 */
import type { Place } from '../../src/kernel/storage/spread.ts';
import { listAt, type Node, nodeAt, parsed, textAt, walk } from './tree.ts';

export interface TableFacts {
	/** `kernel`, or the wing's folder. */
	readonly owner: string;
	readonly class: string;
	/** Where it is on a cluster; unsaid: where its class is without options. */
	readonly place?: Place;
}

export interface Catalogue {
	readonly tables: ReadonlyMap<string, TableFacts>;
	/** Of ours, those that ask tables which a cluster has elsewhere; of PostgreSQL's, those that depend on a session's settings. */
	readonly functions: ReadonlyMap<string, 'asks' | 'stable'>;
	/** From the ground up. */
	readonly wings: readonly string[];
}

const WRITES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'];
const VOLATILE = new Set(['now', 'random', 'clock_timestamp', 'gen_random_uuid']);

/** What a call calls. */
const calledBy = (kind: string, body: Node): string =>
	kind === 'FuncCall' ? textAt(nodeAt(listAt(body, 'funcname').at(-1) ?? {}, 'String') ?? {}, 'sval') : '';

/** Complaints about a statement that `wing` sends; none is the rule. @param across it reads over all tenants, which few may */
export const judge = (text: string, wing: string, { tables, functions, wings }: Catalogue, across = false): string[] => {
	const statements = parsed(text);
	const complaints: string[] = [];
	if (statements.length > 1) complaints.push('rule 7: more than one statement in a message');
	for (const statement of statements) {
		const shared = new Set<string>();
		walk(statement, (kind, body) => {
			if (kind === 'CommonTableExpr') shared.add(textAt(body, 'ctename'));
			return undefined;
		});
		const tableOf = (relation: Node): string | null => {
			const name = textAt(relation, 'relname');
			return shared.has(name) && nodeAt(relation, 'schemaname') === null ? null : name;
		};
		const written = new Set<string>();
		walk(statement, (kind, body) => {
			if (!WRITES.includes(kind)) return undefined;
			const relation = nodeAt(body, 'relation');
			const name = relation && tableOf(relation);
			if (name) written.add(name);
			return undefined;
		});
		const touched = new Set<string>();
		walk(statement, (kind, body) => {
			const name = kind === 'RangeVar' ? tableOf(body) : null;
			if (name) touched.add(name);
			return undefined;
		});
		for (const relation of writtenRelations(statement)) touched.add(textAt(relation, 'relname'));

		const at = wings.indexOf(wing);
		for (const name of touched) {
			const owner = tables.get(name)?.owner;
			if (owner === undefined) continue;
			if (written.has(name) && owner !== wing) complaints.push(`${wing} writes ${name}, which is ${owner}'s`);
			else if (wings.indexOf(owner) > at) complaints.push(`${wing} reads ${name}, which is ${owner}'s, above it`);
		}
		const placed = (place: Place): string[] => [...touched].filter((name) => tables.get(name)?.place === place);
		const [managed, spread] = [placed('managed')[0], placed('spread')[0]];
		if (managed && spread) complaints.push(`rule 10: ${managed}, kept on the coordinator, together with ${spread}, which is spread`);
		walk(statement, (kind, body) => {
			const name = calledBy(kind, body);
			if (spread && functions.get(name) === 'asks')
				complaints.push(`${name}() asks tables, which it cannot on the node that has ${spread}`);
			return undefined;
		});
		complaints.push(...ofCluster(statement, tables, functions), ...(across ? [] : withoutCustomer(statement, tables, tableOf)));
		for (const name of heldForReading(statement))
			if (tables.get(name)?.place === 'everywhere')
				complaints.push(
					`${name}, which is on every node, is locked for reading: two who do so at once wait for each other (kernel/storage/uses.ts)`,
				);
	}
	return [...new Set(complaints)];
};

const writtenRelations = (statement: Node): Node[] => {
	const found: Node[] = [];
	walk(statement, (kind, body) => {
		const relation = WRITES.includes(kind) ? nodeAt(body, 'relation') : null;
		if (relation) found.push(relation);
		return undefined;
	});
	return found;
};

const ofCluster = (statement: Node, tables: Catalogue['tables'], functions: Catalogue['functions']): string[] => {
	const complaints: string[] = [];
	const spread = (name: string): boolean => tables.get(name)?.class === 'tenant';
	const elsewhere = (name: string): boolean => spread(name) || tables.get(name)?.class === 'shared';
	walk(statement, (kind, body) => {
		if (kind === 'SubLink' && textAt(body, 'subLinkType') === 'EXISTS_SUBLINK') {
			const select = nodeAt(nodeAt(body, 'subselect') ?? {}, 'SelectStmt');
			if (select && listAt(select, 'targetList').length === 0 && select.values === undefined)
				complaints.push('rule 8: exists (select from …) answers no column; write select 1');
		}
		// Row-level security takes a coalesce of columns for leaky: no such condition looks into an index.
		if (kind === 'A_Expr' && textAt(body, 'kind') === 'AEXPR_OP_ANY' && nodeAt(nodeAt(body, 'rexpr') ?? {}, 'CoalesceExpr'))
			complaints.push('any(coalesce(…)) looks into no index under row-level security; write case when … is null');
		if (kind === 'InsertStmt') {
			const name = textAt(nodeAt(body, 'relation') ?? {}, 'relname');
			const select = nodeAt(nodeAt(body, 'selectStmt') ?? {}, 'SelectStmt');
			const isSelect = select !== null && select.valuesLists === undefined;
			if (
				spread(name) &&
				isSelect &&
				nodeAt(body, 'onConflictClause') === null &&
				listAt(body, 'returningList').length === 0 &&
				!('returningClause' in body)
			)
				complaints.push(`rule 3: insert … select into ${name} ends in neither returning nor on conflict`);
			if (spread(name) && isSelect)
				for (const end of [body.onConflictClause, body.returningList, body.returningClause])
					walk(end, (inner) => {
						if (inner === 'ParamRef') complaints.push(`a node is not told a parameter behind the select of an insert into ${name}`);
						if (inner === 'SubLink')
							complaints.push(`a node finds no table by its name in a query behind the select of an insert into ${name}`);
						return undefined;
					});
		}
		if (WRITES.includes(kind) && elsewhere(textAt(nodeAt(body, 'relation') ?? {}, 'relname'))) {
			const look = (inner: unknown): void =>
				walk(inner, (name, call) => {
					const called = calledBy(name, call);
					if (VOLATILE.has(called)) complaints.push(`rule 4: ${called}() within case, coalesce or do update`);
					return undefined;
				});
			walk(body, (name, inner) => {
				if (name === 'CaseExpr' || name === 'CoalesceExpr') look(inner);
				return undefined;
			});
			look(nodeAt(body, 'onConflictClause') ?? {});
			for (const changed of [body.onConflictClause, kind === 'UpdateStmt' ? body : undefined])
				walk(changed, (name, inner) => {
					const called = calledBy(name, inner);
					if (functions.get(called) === 'stable')
						walk(inner.args, (arg) => {
							if (arg === 'ColumnRef') complaints.push(`${called}() of a column depends on a session: nothing is changed by it on a node`);
							return undefined;
						});
					if (name === 'A_Expr' && isTimeOfColumns(inner))
						complaints.push('a column’s time plus or minus an interval is not the same everywhere: subtract times, and compare');
					return undefined;
				});
		}
		return undefined;
	});
	return complaints;
};

/** Tables whose rows are locked `for share` or `for key share`. */
const heldForReading = (statement: Node): string[] => {
	const held: string[] = [];
	walk(statement, (kind, body) => {
		if (kind !== 'SelectStmt') return undefined;
		const from = new Map<string, string>();
		walk(body.fromClause, (name, relation) => {
			if (name === 'RangeVar')
				from.set(textAt(nodeAt(relation, 'alias') ?? {}, 'aliasname') || textAt(relation, 'relname'), textAt(relation, 'relname'));
			return undefined;
		});
		for (const clause of listAt(body, 'lockingClause')) {
			const lock = nodeAt(clause, 'LockingClause') ?? {};
			if (!['LCS_FORSHARE', 'LCS_FORKEYSHARE'].includes(textAt(lock, 'strength'))) continue;
			const named = listAt(lock, 'lockedRels').map((one) => textAt(nodeAt(one, 'RangeVar') ?? {}, 'relname'));
			held.push(...(named.length > 0 ? named : [...from.keys()]).flatMap((name) => from.get(name) ?? []));
		}
		return undefined;
	});
	return held;
};

/** `at + interval '1 hour'`: it depends on a session's time zone, so nothing is changed by it on a node. */
const isTimeOfColumns = (expression: Node): boolean => {
	if (!['+', '-'].includes(textAt(nodeAt(listAt(expression, 'name')[0] ?? {}, 'String') ?? {}, 'sval'))) return false;
	let [column, interval] = [false, false];
	walk(expression, (name, inner) => {
		if (name === 'ColumnRef') column = true;
		if (calledBy(name, inner) === 'make_interval') interval = true;
		const names = name === 'TypeCast' ? listAt(nodeAt(inner, 'typeName') ?? {}, 'names') : [];
		if (names.some((word) => textAt(nodeAt(word, 'String') ?? {}, 'sval') === 'interval')) interval = true;
		return undefined;
	});
	return column && interval;
};

/** Rule 2: at every tenant's table a value names the customer. */
const withoutCustomer = (statement: Node, tables: Catalogue['tables'], tableOf: (relation: Node) => string | null): string[] => {
	const complaints: string[] = [];
	const spread = (name: string): boolean => tables.get(name)?.class === 'tenant';
	// Which tenants' tables there are, under which names, and which of them a value names the customer of.
	const named = new Map<string, string>();
	walk(statement, (kind, body) => {
		if (kind !== 'RangeVar') return undefined;
		const table = tableOf(body);
		if (table && spread(table)) named.set(textAt(nodeAt(body, 'alias') ?? {}, 'aliasname') || table, table);
		return undefined;
	});
	walk(statement, (kind, body) => {
		const relation = kind === 'UpdateStmt' || kind === 'DeleteStmt' ? nodeAt(body, 'relation') : null;
		const table = relation && tableOf(relation);
		if (relation && table && spread(table)) named.set(textAt(nodeAt(relation, 'alias') ?? {}, 'aliasname') || table, table);
		return undefined;
	});
	const fixed = new Set<string>();
	walk(statement, (kind, body) => {
		if (kind !== 'A_Expr' || textAt(nodeAt(listAt(body, 'name')[0] ?? {}, 'String') ?? {}, 'sval') !== '=') return undefined;
		for (const [one, other] of [
			['lexpr', 'rexpr'],
			['rexpr', 'lexpr'],
		] as const) {
			const column = columnOf(nodeAt(body, one));
			if (column?.at(-1) !== 'customer_id' || columnOf(nodeAt(body, other)) !== null) continue;
			// Without a table's name it stands for whichever has no name of its own there.
			if (column.length === 1) for (const alias of named.keys()) fixed.add(alias);
			else fixed.add(column[0] ?? '');
		}
		return undefined;
	});
	for (const [alias, table] of named)
		if (!fixed.has(alias)) complaints.push(`rule 2: no customer_id = $n at ${table}${alias === table ? '' : ` ${alias}`}`);
	return complaints;
};

const columnOf = (node: Node | null): string[] | null => {
	const reference = node && nodeAt(node, 'ColumnRef');
	return reference ? listAt(reference, 'fields').map((field) => textAt(nodeAt(field, 'String') ?? {}, 'sval')) : null;
};
