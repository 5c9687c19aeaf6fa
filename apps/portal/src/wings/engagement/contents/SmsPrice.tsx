/** What it costs to send a text message once: each person of an audience is counted by the text that they would get. */
import { type TextPrice, textSenders } from '@luvalla/contract/engagement/text-messages';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useAudiences } from '#portal/ui/audiences/use-audiences.ts';
import { priceText } from '#portal/ui/credits/prices.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import type { Draft } from './draft.ts';
import styles from './sms-price.module.css';
import { useContentTexts } from './texts.ts';
import { useSmsPrice } from './use-sms-price.ts';

interface SmsPriceProps {
	draft: Draft;
	audience: string | undefined;
	onAudience: (id: string | undefined) => void;
	scope: Scope;
	/** As the address of a page about the same domain carries it. */
	place: Readonly<Record<string, string>>;
}

export function SmsPrice({ draft, audience, onAudience, scope, place }: SmsPriceProps) {
	const t = useContentTexts();
	const id = useId();
	const { first: list, chosen, rows, hint, searched } = useAudiences(scope, audience, (one) => one.title);
	const senders = useQuery({ ...asQuery(textSenders, { query: {} }, scope), staleTime: 60_000 });
	const [by, setBy] = useState<string | null>(null);
	const { written, price, behind, failed } = useSmsPrice(draft, audience, by, scope);
	const connectors = senders.data?.data.connectors ?? [];
	const title = chosen?.title;
	const said = (): string | null => {
		if (audience === undefined) return t('chooseForPrice');
		if (!written) return t('writeForPrice');
		if (price === undefined || price.state === 'building') return t('countsPeople');
		return price.state === 'unmade' ? t('notMade') : null;
	};
	const sentence = said();
	return (
		<section className={styles.card} aria-labelledby={id}>
			<h2 id={id}>{t('priceOnce')}</h2>
			{list.isError ? (
				<Failed sentence={t('audiencesFailed')} query={list} />
			) : list.isSuccess && rows.length === 0 ? (
				<>
					<p className={styles.quiet}>{t('noAudiences')}</p>
					<LinkButton to="/audiences/new" search={place} size="xs">
						{t('makeAudience')}
					</LinkButton>
				</>
			) : (
				<>
					<SelectField
						label={t('audience')}
						hint={hint}
						placeholder={t('chooseAudience')}
						searchable
						clearable
						loading={list.isPending}
						data={rows.map((one) => ({ value: one.id, label: one.title }))}
						{...searched}
						value={audience ?? null}
						onChange={(chosen) => onAudience(chosen ?? undefined)}
					/>
					{connectors.length > 1 ? (
						<SelectField
							label={t('sentBy')}
							allowDeselect={false}
							data={connectors.map((one) => ({ value: one.id, label: one.name }))}
							value={by ?? connectors[0]?.id ?? null}
							onChange={setBy}
						/>
					) : null}
					<div className={styles.answer} aria-live="polite" aria-busy={audience !== undefined && written && behind}>
						{failed && audience !== undefined && written ? (
							<Failed sentence={t('priceFailed')} error={failed.error} onRetry={failed.retry} />
						) : sentence !== null || !price ? (
							<p className={styles.quiet}>{sentence}</p>
						) : (
							<Priced price={price} title={title ?? ''} />
						)}
					</div>
				</>
			)}
		</section>
	);
}

function Priced({ price, title }: { price: TextPrice; title: string }) {
	const t = useContentTexts();
	const language = useLanguage();
	const number = (value: number) => numberText(value, language);
	const money = (micros: number) => moneyText(micros, price.currency, language);
	const { people, parts, why, failed, isExact } = price;
	if (people === 0) return <p className={styles.quiet}>{t('nobodyToText', { title, of: number(price.targeted) })}</p>;
	const sum = money(price.costMicros);
	return (
		<>
			<p className={styles.total}>{isExact ? sum : t('aboutSum', { sum })}</p>
			<p className={styles.quiet}>
				{t('priceTo', { people: number(people), title, price: priceText(price.priceMicros, price.currency, language) })}
			</p>
			<div className={styles.bar} aria-hidden="true">
				{parts.map((one) => (
					<span
						key={`${one.parts} ${one.encoding}`}
						data-dear={one.encoding === 'UCS-2' ? '' : undefined}
						style={{ flexGrow: one.people }}
					/>
				))}
			</div>
			<table className={styles.table}>
				<caption className="visually-hidden">{t('priceOnce')}</caption>
				<thead>
					<tr>
						<th scope="col">{t('partsHead')}</th>
						<th scope="col">{t('peopleHead')}</th>
						<th scope="col">{t('priceHead')}</th>
					</tr>
				</thead>
				<tbody>
					{parts.map((one) => (
						<tr key={`${one.parts} ${one.encoding}`} data-dear={one.encoding === 'UCS-2' ? '' : undefined}>
							<th scope="row">
								{t('partsOf', { count: one.parts })} <span>{one.encoding}</span>
							</th>
							<td>{number(one.people)}</td>
							<td>{money(one.costMicros)}</td>
						</tr>
					))}
				</tbody>
			</table>
			{failed > 0 ? <p className={styles.note}>{t('textFails', { count: failed })}</p> : null}
			{why ? <Why why={why} /> : null}
			<p className={styles.note}>
				{isExact ? t('countedEach') : t('countedSome', { made: number(price.made) })}{' '}
				{price.connector ? t('pricesOf', { name: price.connector.name }) : t('pricesOfTariff')}
			</p>
		</>
	);
}

/** Where the word stands in a sentence until it is drawn. */
const HERE = '\u0001';

function Why({ why }: { why: NonNullable<TextPrice['why']> }) {
	const t = useContentTexts();
	const language = useLanguage();
	const { sign, word, isWritten } = why;
	const numbers = {
		characters: numberText(why.characters, language),
		each: numberText(why.each, language),
	};
	const shown = isWritten ? sign : (word ?? sign);
	const kind = isWritten ? 'whyWritten' : shown === sign ? 'whySign' : 'whyWord';
	const [before = '', after = ''] = t(kind, { ...numbers, word: HERE }).split(HERE);
	const at = shown.indexOf(sign);
	return (
		<p className={styles.why}>
			<b>{t('whyUcs')}</b> {before}
			<span className={styles.word}>
				{shown.slice(0, at)}
				<mark>{sign}</mark>
				{shown.slice(at + sign.length)}
			</span>
			{after}
		</p>
	);
}
