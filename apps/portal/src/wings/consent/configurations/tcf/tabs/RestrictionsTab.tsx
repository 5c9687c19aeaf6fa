/** What the site forbids beyond what partners declare: a restriction a purpose and kind, on all of them or on some. */

import { concerns, usageOf } from '@luvalla/banner/tcf/list';
import { type PublisherRestriction, SAME_RESTRICTION } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { fieldRule } from '#portal/lib/field-rules.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { FieldError } from '#portal/ui/form/fields.tsx';
import { AddButton } from '../../editing/AddButton.tsx';
import styles from '../../editor.module.css';
import type { TcfTabProps } from '../kind.ts';
import { useTcfTexts } from '../texts.ts';
import { useVendors } from '../use-vendors.ts';
import { RestrictionForm } from './RestrictionForm.tsx';
import { typesFor, useTypeNames } from './restriction-types.ts';

interface RestrictionsTabProps extends TcfTabProps {
	/** Null: none is stored, so nothing can be named. */
	list: VendorList | null;
	/** Place of the one whose fields are shown. */
	open: number | null;
	onOpen: (open: number | null) => void;
}

/** Eleven purposes, three types. */
const MOST = 33;

export function RestrictionsTab({ list, open, onOpen, ...props }: RestrictionsTabProps) {
	const { draft, edit, problem } = props;
	const t = useTcfTexts();
	const language = useLanguage();
	const types = useTypeNames();
	const vendors = useVendors(list);
	const { config } = draft;
	const restrictions = config.publisherRestrictions;
	const use = useMemo(() => list && usageOf(config, list), [config, list]);
	const purposeName = (id: number) => `${id} · ${list?.purposes[id]?.name.trim() ?? ''}`;

	/** How many partners may do less because of it; a stronger restriction of the purpose counts before it. */
	const effectOf = (one: PublisherRestriction): number | undefined =>
		use?.vendors.filter(
			(vendor) =>
				concerns(vendor, one) &&
				!restrictions.some((other) => other.purpose === one.purpose && other.type < one.type && concerns(vendor, other)),
		).length;
	const wrongOf = (one: PublisherRestriction, at: number): string | null => {
		const twin = restrictions.findIndex(({ purpose, type }) => purpose === one.purpose && type === one.type);
		if (twin < at) return fieldRule(SAME_RESTRICTION, language);
		const refused = problem(`publisherRestrictions.${at}`) ?? problem(`publisherRestrictions.${at}.vendors`);
		if (refused) return refused;
		const gone = one.vendors === 'all' ? undefined : one.vendors.find((id) => list && vendors.missing(id));
		if (gone !== undefined) return vendors.missing(gone);
		return effectOf(one) === 0 && one.vendors.length > 0 ? t('tcf_restrictions') : null;
	};
	const add = () => {
		const purposes = Object.keys(list?.purposes ?? {}).map(Number);
		// The first that does not stand already.
		const free = purposes
			.flatMap((purpose) => typesFor(purpose).map((type) => ({ purpose, type })))
			.find((pair) => !restrictions.some(({ purpose, type }) => purpose === pair.purpose && type === pair.type));
		if (!free) return;
		onOpen(restrictions.length);
		edit((next) => {
			// It forbids nobody anything until somebody is named.
			next.config.publisherRestrictions.push({ ...free, vendors: [] });
		});
	};

	return (
		<div className="stack-16">
			<p className={styles.quiet}>{t('restrictionsText')}</p>
			{restrictions.length > 0 ? (
				<ul className={styles.categories} aria-label={t('restrictions')}>
					{restrictions.map((one, at) => {
						const wrong = wrongOf(one, at);
						const Chevron = open === at ? IconChevronDown : IconChevronRight;
						const whom = one.vendors === 'all' ? t('restrictAll') : t('restrictSome', { count: one.vendors.length });
						return (
							// biome-ignore lint/suspicious/noArrayIndexKey: a restriction has no identity but its place
							<li key={at} className={styles.unfolds}>
								<button type="button" className={styles.open} aria-expanded={open === at} onClick={() => onOpen(open === at ? null : at)}>
									<span className="narrow spring breaks stack">
										<strong>{purposeName(one.purpose)}</strong>
										<span className={styles.quiet}>
											{types[one.type]} · {whom}
										</span>
										{wrong && open !== at ? <FieldError>{wrong}</FieldError> : null}
									</span>
									<Chevron size={16} stroke={1.75} aria-hidden="true" />
								</button>
								{open === at ? (
									<RestrictionForm
										{...props}
										at={at}
										list={list}
										use={use}
										effect={effectOf(one)}
										wrong={wrong}
										onRemove={() => {
											onOpen(null);
											edit((next) => {
												next.config.publisherRestrictions.splice(at, 1);
											});
										}}
									/>
								) : null}
							</li>
						);
					})}
				</ul>
			) : (
				<p>{t('restrictionsNone')}</p>
			)}
			{list ? <AddButton label={t('addRestriction')} full={restrictions.length >= MOST} onAdd={add} /> : null}
		</div>
	);
}
