/** What is pasted into the site, three ways, and the picture that stands in each record. */
import type { FormConfig, FormCounts, FormLanguage, SignupForm } from '@luvalla/contract/consent/forms';
import { IconArrowRight, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Scope } from '#portal/lib/client.ts';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import styles from './editor.module.css';
import { snippetOf, WAYS, type Way } from './snippets.ts';
import { useFormTexts } from './texts.ts';

interface OnSiteProps {
	form: SignupForm | null;
	config: FormConfig;
	language: FormLanguage;
	counts: FormCounts | null;
	scope: Scope;
}

export function OnSite({ form, config, language, counts, scope }: OnSiteProps) {
	const t = useFormTexts();
	const own = useLanguage();
	const [way, setWay] = useState<Way>('script');
	const published = counts?.published ?? null;
	const picture = published?.pictures.find(({ path }) => path.startsWith(`pictures/${language}-desktop`)) ?? published?.pictures[0] ?? null;
	const text =
		form &&
		snippetOf(way, {
			origin: window.location.origin,
			form,
			config,
			language,
			label: (key) => t(`field_${key}`),
			email: t('email'),
			yes: t('yes'),
		});
	return (
		<>
			<section className={styles.site} aria-labelledby="on-site">
				<div className={styles.siteHead}>
					<h2 id="on-site">{t('onSite')}</h2>
					<Segmented label={t('way')} options={WAYS} value={way} onChange={setWay}>
						{(one) => t(`way_${one}`)}
					</Segmented>
					<span className={styles.right}>{text ? <CopyText value={text} label={t('copy')} /> : null}</span>
				</div>
				{text ? (
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keys too
					<section className={styles.code} tabIndex={0} aria-label={t('codeOf', { way: t(`way_${way}`) })} translate="no">
						<pre>
							<code>{text}</code>
						</pre>
					</section>
				) : (
					<p className="small flat">{t('saveFirst')}</p>
				)}
				{form && form.version === 0 ? <p className="small flat">{t('publishFirst')}</p> : null}
			</section>
			{published ? (
				<p className={styles.record}>
					<IconRosetteDiscountCheck size={18} stroke={1.75} aria-hidden="true" />
					<span className={styles.recordText}>
						<b>{picture ? t('pictured') : t('notPictured')}</b>{' '}
						<span className="small flat">
							{t('wordingNumber', { version: published.purposeVersion })}
							{picture ? (
								<>
									, {languageTitle(picture.path.slice(9, 11), own)},{' '}
									<code translate="no">
										sha256 {picture.sha256.slice(0, 4)}…{picture.sha256.slice(-4)}
									</code>
								</>
							) : null}
						</span>
					</span>
					{published.recordId ? (
						<Link
							to={`/reports/records/${published.recordId}`}
							search={scope.customerId === null ? {} : { customer: scope.customerId }}
							className={styles.recordLink}
						>
							{t('aRecord')} <IconArrowRight size={16} stroke={2} aria-hidden="true" />
						</Link>
					) : null}
				</p>
			) : null}
		</>
	);
}
