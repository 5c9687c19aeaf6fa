/** What the last look found on the site's pages: how the snippet stands, and known tags that nobody marked. */
import { markedForm } from '@luvalla/banner/policy';
import type { SnippetState, SnippetTag } from '@luvalla/contract/consent/snippet';
import editor from '../editor.module.css';
import { CopyButton } from './CopyButton.tsx';
import styles from './snippet.module.css';
import { useSnippetTexts } from './texts.ts';

export function TagsPart({ state }: { state: SnippetState }) {
	const t = useSnippetTexts();
	// The page did not open, or nobody looked.
	if (state.pages.length === 0) return null;
	const unmarked = state.known.filter(({ marked }) => !marked);
	const problems: Record<SnippetState['problems'][number], string> = { late: t('late'), deferred: t('deferred') };
	return (
		<section className="narrow stack-8" aria-labelledby="snippet-tags">
			<h3 id="snippet-tags">{t('tags')}</h3>
			{state.problems.map((problem) => (
				<p key={problem} role="note">
					{problems[problem]}
				</p>
			))}
			<p>{unmarked.length > 0 ? t('tagsFound', { count: unmarked.length }) : t('tagsNone')}</p>
			{unmarked.length > 0 ? <TagTable tags={unmarked} /> : null}
			<p className={editor.quiet}>
				{t('pagesRead', { count: state.pages.length })} {state.stops === 'seen' ? t('stopsSeen') : t('stopsAll')}
			</p>
		</section>
	);
}

function TagTable({ tags }: { tags: SnippetTag[] }) {
	const t = useSnippetTexts();
	const kinds: Record<SnippetTag['kind'], string> = {
		script: t('kindScript'),
		frame: t('kindFrame'),
		image: t('kindImage'),
		inserted: t('kindInserted'),
	};
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
		<section className="scroll-x" tabIndex={0} aria-label={t('tagsTable')}>
			<table className={styles.table}>
				<thead>
					<tr>
						<th scope="col">{t('tag')}</th>
						<th scope="col">{t('category')}</th>
						<th scope="col">{t('pages')}</th>
						<th scope="col">{t('markedForm')}</th>
					</tr>
				</thead>
				<tbody>
					{tags.map((tag) => {
						const form = markedForm(tag);
						return (
							<tr key={JSON.stringify([tag.host, tag.kind, tag.address])}>
								<th scope="row">
									{tag.host}
									<span className="quiet block">{kinds[tag.kind]}</span>
								</th>
								<td>{tag.categories.join(', ') || t('noCategory')}</td>
								<td>{tag.pages.join(' ')}</td>
								<td>{form === null ? t('markScript') : <CopyButton text={form} name={tag.host} />}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
}
