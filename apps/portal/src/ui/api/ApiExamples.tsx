/** A request of the public API in four languages, with somebody's ids filled in, to be copied. */
import type { PersonKey } from '@luvalla/contract/people/identifiers';
import {
	EXAMPLE_ACTIONS,
	EXAMPLE_LANGUAGES,
	type ExampleAction,
	type ExampleLanguage,
	exampleIn,
} from '@luvalla/contract/profiles/examples';
import { useState } from 'react';
import { CopyText } from '../CopyText.tsx';
import { Segmented } from '../Segmented.tsx';
import styles from './ApiExamples.module.css';
import { useApiTexts } from './texts.ts';

const NAMES: Readonly<Record<ExampleLanguage, string>> = { curl: 'curl', typescript: 'TypeScript', python: 'Python', php: 'PHP' };

interface ApiExamplesProps {
	domainId: string;
	person: PersonKey;
	/** What is shown at first. */
	action: ExampleAction;
}

export function ApiExamples({ domainId, person, action: first }: ApiExamplesProps) {
	const t = useApiTexts();
	const [action, setAction] = useState(first);
	const [language, setLanguage] = useState<ExampleLanguage>('curl');
	const text = exampleIn(language, { origin: window.location.origin, domainId, person, action });
	return (
		<div className="narrow stack-12">
			<div className="wrap-8">
				<Segmented label={t('whatFor')} options={EXAMPLE_ACTIONS} value={action} onChange={setAction}>
					{(one) => t(one)}
				</Segmented>
				<Segmented label={t('languages')} options={EXAMPLE_LANGUAGES} value={language} onChange={setLanguage}>
					{(one) => NAMES[one]}
				</Segmented>
			</div>
			<section
				className={styles.code}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keys too
				tabIndex={0}
				aria-label={t('code', { language: NAMES[language] })}
				translate="no"
			>
				<pre>
					<code>{text}</code>
				</pre>
			</section>
			<div className={styles.foot}>
				<CopyText value={text} label={t('copy')} />
				<p>{language === 'typescript' ? t('client') : t('environment')}</p>
			</div>
		</div>
	);
}
