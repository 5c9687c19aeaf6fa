/** The configuration and the mapper as they will be saved, to read and to copy. */
import styles from '../editor.module.css';
import { CopyButton } from '../snippet/CopyButton.tsx';
import { useConfigurationTexts } from '../texts.ts';

export function JsonTab({ config, mapper }: { config: object; mapper: object }) {
	const t = useConfigurationTexts();
	return (
		<div className="stack-16">
			<p className={styles.quiet}>{t('jsonText')}</p>
			<Json name="config" value={config} />
			<Json name="mapper" value={mapper} />
		</div>
	);
}

function Json({ name, value }: { name: string; value: object }) {
	const text = JSON.stringify(value, null, 2);
	const id = `json-${name}`;
	return (
		<section className={styles.json} aria-labelledby={id}>
			<div className={styles.jsonHead}>
				<h2 id={id}>
					<code>{name}</code>
				</h2>
				<CopyButton text={text} name={name} />
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
			<pre tabIndex={0}>{text}</pre>
		</section>
	);
}
