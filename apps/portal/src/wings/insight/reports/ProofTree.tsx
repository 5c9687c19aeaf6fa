/** The way from a record to the signed root, as a tree: hashes on the path in a line, the neighbours that lead there beside it. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { recordProof } from '@luvalla/contract/consent/proof';
import styles from './ProofTree.module.css';
import { useReportTexts } from './texts.ts';

type Step = AnswerOf<typeof recordProof>['steps'][number];

interface ProofTreeProps {
	leaf: string;
	steps: readonly Step[];
	root: string;
}

const short = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** Steps that are drawn one by one; the rest is counted. */
const DRAWN = 3;
/** Height of a row, in pixels, and the space between two. */
const ROW = 46;
const GAP = 18;

export function ProofTree({ leaf, steps, root }: ProofTreeProps) {
	const t = useReportTexts();
	const more = Math.max(0, steps.length - DRAWN);
	const drawn = steps.slice(0, DRAWN);
	const names = [t('pair'), t('branch')];
	// The last hash is the root.
	const between = more > 0 ? drawn.slice(0, 2) : steps.slice(0, -1);
	const nodes = [
		{ key: 'record', name: t('thisLeaf'), hash: leaf, end: true },
		...between.map((step, i) => ({ key: step.hash, name: names[i] ?? '', hash: step.hash, end: false })),
		...(more > 0 ? [{ key: 'more', name: t('moreSteps', { count: more }), hash: null, end: false }] : []),
		...(steps.length > 0 ? [{ key: 'root', name: t('signedRoot'), hash: root, end: true }] : []),
	];
	const above = drawn.length > 1;
	const height = (above ? 3 : 2) * ROW + (above ? 2 : 1) * GAP;
	const middle = above ? ROW + GAP + ROW / 2 : ROW / 2;
	const at = (column: number) => ((column + 0.5) * 100) / nodes.length;
	const half = 42 / nodes.length;
	return (
		<div className={styles.tree} data-above={above ? '' : undefined}>
			<svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
				<line x1={at(0)} x2={at(nodes.length - 1)} y1={middle} y2={middle} data-path="" />
				{drawn.map(({ neighbour }, i) => {
					const up = i % 2 === 1;
					const y = up ? ROW / 2 : height - ROW / 2;
					// What is only counted is narrower.
					const [from, to] = [at(i) + half, at(i + 1) - (nodes[i + 1]?.hash === null ? 3 : half)];
					const end = middle + ((up ? -1 : 1) * ROW) / 2;
					return <path key={neighbour} d={`M${from} ${y} C${(from + to) / 2 + 1} ${y} ${to} ${(y + end) / 2} ${to + 1.5} ${end}`} />;
				})}
			</svg>
			<ol>
				{nodes.map(({ key, name, hash, end }, i) => {
					const neighbour = drawn[i]?.neighbour;
					return (
						<li key={key}>
							<span className={styles.node} data-end={end ? '' : undefined} data-more={hash === null ? '' : undefined}>
								<strong>{name}</strong>
								{hash === null ? null : <code>{short(hash)}</code>}
							</span>
							{neighbour ? (
								<span className={styles.node} data-neighbour={i % 2 === 1 ? 'up' : 'down'}>
									<strong>{t('neighbour')}</strong>
									<code>{short(neighbour)}</code>
								</span>
							) : null}
						</li>
					);
				})}
			</ol>
		</div>
	);
}
