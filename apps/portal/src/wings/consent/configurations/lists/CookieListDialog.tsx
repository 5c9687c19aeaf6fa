/** A list of cookies of the tool that is left, and the draft that came of it: what is in it, and what is not and why. */

import { nameOf } from '@luvalla/contract/call';
import { lightConfigurations } from '@luvalla/contract/consent/configurations';
import { COOKIE_LIST_MAX_BYTES, type CookieListDraft, draftFromCookieList, LEFT_COOKIE } from '@luvalla/contract/consent/cookie-lists';
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendFile } from '#portal/lib/client.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { FileField } from '#portal/ui/form/FileField.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { NextStep } from '#portal/ui/NextStep.tsx';
import styles from './lists.module.css';
import { useListTexts } from './texts.ts';

interface CookieListDialogProps {
	opened: boolean;
	customerId: number | null;
	domains: readonly { id: string; domain: string }[];
	/** The one that the list is narrowed to. */
	domainId: string | undefined;
	address: Record<string, string>;
	onClose: () => void;
}

export function CookieListDialog({ opened, customerId, domains, domainId, address, onClose }: CookieListDialogProps) {
	const t = useListTexts();
	const language = useLanguage();
	const client = useQueryClient();
	const [file, setFile] = useState<File | null>(null);
	const [chosen, setChosen] = useState<string | null>(null);
	const [of, setOf] = useState<BannerLanguage>(language);
	const domain = chosen ?? domainId ?? domains[0]?.id ?? null;
	const making = useMutation({
		networkMode: 'always',
		mutationFn: async (given: { file: File; domain: string }) => {
			const { data } = await sendFile(
				draftFromCookieList,
				{ params: { id: given.domain }, query: { language: of }, file: given.file },
				() => undefined,
				{ customerId },
			);
			await client.invalidateQueries({ queryKey: [nameOf(lightConfigurations)] });
			return data;
		},
	});
	const begin = (given: File | null): void => {
		making.reset();
		setFile(given);
	};
	const close = (): void => {
		if (!making.isPending) begin(null);
		onClose();
	};
	const names = new Intl.DisplayNames([language], { type: 'language' });
	const error = file !== null && file.size > COOKIE_LIST_MAX_BYTES ? t('tooLarge') : making.error?.message;
	return (
		<Dialog opened={opened} onClose={close} title={t('title')} size={560}>
			<div className={styles.list}>
				{making.data ? (
					<Made draft={making.data} address={address} />
				) : (
					<>
						<p>{t('about')}</p>
						<SelectField
							label={t('domain')}
							data={domains.map((one) => ({ value: one.id, label: one.domain }))}
							value={domain}
							allowDeselect={false}
							onChange={setChosen}
						/>
						<FileField
							label={t('file')}
							accept=".csv,.xlsx,.json,.js,.txt,text/csv,application/json"
							value={file}
							disabled={making.isPending}
							error={error ? <span role="alert">{error}</span> : undefined}
							onChange={begin}
						/>
						<SelectField
							label={t('language')}
							data={BannerLanguage.options.map((one) => ({ value: one, label: names.of(one) ?? one }))}
							value={of}
							allowDeselect={false}
							searchable
							onChange={(value) => setOf(BannerLanguage.options.find((one) => one === value) ?? of)}
						/>
					</>
				)}
				<Group justify="flex-end" gap="xs">
					<Button variant="default" onClick={close}>
						{t('close')}
					</Button>
					{making.data ? null : (
						<Button
							disabled={file === null || domain === null || file.size > COOKIE_LIST_MAX_BYTES}
							loading={making.isPending}
							onClick={() => file && domain && making.mutate({ file, domain })}
						>
							{t('make')}
						</Button>
					)}
				</Group>
			</div>
		</Dialog>
	);
}

function Made({ draft, address }: { draft: CookieListDraft; address: Record<string, string> }) {
	const t = useListTexts();
	const say = useSay();
	const reasons = [...new Set(draft.left.map(({ why }) => why))];
	return (
		<div role="status" className={styles.list}>
			<NextStep
				said={t('made', { cookies: draft.cookies, rows: draft.rows })}
				steps={[{ label: t('open'), to: `/lightconfig/${draft.configurationId}`, search: { ...address, tab: 'categories' } }]}
			/>
			<ul>
				{draft.placed.map(({ type, count }) => (
					<li key={type}>{t(type, { count })}</li>
				))}
			</ul>
			{draft.placed.some(({ type }) => type === 'necessary') ? <p className="aside">{t('necessaryNote')}</p> : null}
			{draft.language === null ? <p className="aside">{t('undescribed')}</p> : null}
			{reasons.map((why) => (
				<details key={why} open>
					<summary>
						{say(LEFT_COOKIE[why])} ({draft.left.filter((one) => one.why === why).length})
					</summary>
					<ul>
						{draft.left
							.filter((one) => one.why === why)
							.map(({ name, host, category }) => (
								<li key={`${name} ${host}`}>
									<code>{name}</code> <span className="aside">{[host, category].filter(Boolean).join(', ')}</span>
								</li>
							))}
					</ul>
				</details>
			))}
		</div>
	);
}
