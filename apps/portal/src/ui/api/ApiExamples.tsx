/** A request of the public API in four languages, with somebody's ids filled in, to be copied. */
import type { PersonKey } from '@luvalla/contract/people/identifiers';
import {
	EXAMPLE_ACTIONS,
	EXAMPLE_LANGUAGES,
	type ExampleAction,
	type ExampleLanguage,
	exampleIn,
} from '@luvalla/contract/profiles/examples';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
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
		<div className={styles.examples}>
			<div className={styles.choices}>
				<fieldset className={styles.group}>
					<legend className="visually-hidden">{t('whatFor')}</legend>
					{EXAMPLE_ACTIONS.map((one) => (
						<button key={one} type="button" aria-pressed={one === action} onClick={() => setAction(one)}>
							{t(one)}
						</button>
					))}
				</fieldset>
				<fieldset className={styles.group}>
					<legend className="visually-hidden">{t('languages')}</legend>
					{EXAMPLE_LANGUAGES.map((one) => (
						<button key={one} type="button" aria-pressed={one === language} onClick={() => setLanguage(one)}>
							{NAMES[one]}
						</button>
					))}
				</fieldset>
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
				<CopyButton value={text} timeout={2000}>
					{({ copied, copy }) => (
						<Button
							variant="default"
							leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />}
							onClick={copy}
						>
							{copied ? t('copied') : t('copy')}
						</Button>
					)}
				</CopyButton>
				<p>{language === 'typescript' ? t('client') : t('environment')}</p>
			</div>
		</div>
	);
}
