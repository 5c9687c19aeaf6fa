/** A voucher made by hand; its code is shown once, right after. */
import '@mantine/core/styles/Radio.layer.css';
import { addVoucher, type Voucher, type VoucherKind, voucherReport, voucherTypes } from '@luvalla/contract/billing/vouchers';
import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { isLocalMoment, momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { DateField } from '#portal/ui/form/DateField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { useVoucherTexts } from './texts.ts';
import styles from './vouchers.module.css';
import { goodFor } from './words.tsx';

interface Values extends Record<string, unknown> {
	kind: string;
	value: string;
	note: string;
	expires: string;
}

export function VoucherForm({ onMade }: { onMade: (voucher: Voucher) => void }) {
	const t = useVoucherTexts();
	const language = useLanguage();
	const [example] = useState(() => momentText(new Date(), language));
	const types = useQuery(asQuery(voucherTypes, {}));
	const make = useCall(addVoucher, { reload: [voucherReport], onSuccess: onMade });
	if (types.isPending) return <PageSkeleton />;
	if (types.isError) return <Failed sentence={t('typesFailed')} query={types} />;
	const kinds = types.data.data;
	const [first] = kinds;
	const typeOf = (kind: string) => kinds.find((one) => one.kind === kind) ?? first;
	const { body } = addVoucher;
	const schema = z
		.object({
			value: z.string().trim().min(1, { error: addVoucher.invalid, abort: true }).transform(Number).pipe(body.shape.value),
			note: body.shape.note,
			kind: body.shape.kind,
			expires: z.string().refine((text) => text === '' || isLocalMoment(text), { error: t('badMoment', { example }) }),
		})
		.refine(({ kind, value }) => value <= (typeOf(kind)?.most ?? 0), {
			error: 'Use at most 10,000 credits, or 36 months',
			path: ['value'],
		});
	const kindOf = (kind: string): VoucherKind => typeOf(kind)?.kind ?? 'credits';
	return (
		<DrawerForm<Values>
			initial={{ kind: first?.kind ?? 'credits', value: '', note: '', expires: '' }}
			schema={schema}
			labels={{ kind: t('kind'), value: t('value'), note: t('note'), expires: t('expires') }}
			nothing={addVoucher.invalid}
			onSave={({ kind, value, note, expires }) =>
				make.mutateAsync({
					body: { kind: kindOf(kind), value: Number(value), note, expiresAt: expires === '' ? null : new Date(expires).toISOString() },
				})
			}
			saveLabel={t('save')}
		>
			{(form) => {
				const type = typeOf(form.values.kind);
				return (
					<>
						<Radio.Group label={t('kind')} {...form.getInputProps('kind')}>
							<div className="above-8 grid-10">
								{kinds.map(({ kind }) => (
									<Radio key={kind} value={kind} label={t(`kind_${kind}`)} />
								))}
							</div>
						</Radio.Group>
						<TextField
							label={type?.unit === 'months' ? t('monthsUnit') : t('creditsUnit')}
							hint={t('most', { most: type?.most ?? 0 })}
							inputMode="numeric"
							autoComplete="off"
							{...form.getInputProps('value')}
						/>
						<TextField label={t('note')} hint={t('noteHint')} optional maxLength={200} {...form.getInputProps('note')} />
						<DateField label={t('expires')} hint={t('expiresHint')} optional {...form.getInputProps('expires')} />
					</>
				);
			}}
		</DrawerForm>
	);
}

/** The code, this once. */
export function NewCode({ voucher, onDone }: { voucher: Voucher; onDone: () => void }) {
	const t = useVoucherTexts();
	return (
		<div className={styles.made}>
			<p role="status">
				<strong>{t('keep')}</strong>
			</p>
			<p className="quiet">{[goodFor(voucher, t), voucher.note].filter(Boolean).join(', ')}</p>
			<output className={styles.code} aria-label={t('codeIs')}>
				{voucher.code}
			</output>
			<div className="buttons-end">
				<CopyText value={voucher.code} label={t('copy')} autoFocus />
				<Button onClick={onDone}>{t('done')}</Button>
			</div>
		</div>
	);
}
