/** A platform admin stores a vendor list, or its official texts in a language, from a file. */

import '@mantine/core/styles/Radio.layer.css';
import { nameOf } from '@luvalla/contract/call';
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import {
	gvlFile,
	gvlFiles,
	hasOfficialTexts,
	officialTexts,
	uploadGvlFile,
	VENDOR_LIST_MAX_BYTES,
} from '@luvalla/contract/consent/vendor-lists';
import { Button, Group, Progress, Radio } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, sendFile } from '#portal/lib/client.ts';
import { dateText, numberText } from '#portal/lib/dates.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { FileField } from '#portal/ui/form/FileField.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { Dialog } from '../Dialog.tsx';
import { useConfigurationTexts } from '../texts.ts';
import { useTcfTexts } from './texts.ts';

const MEGABYTE = 1_000_000;

export function UploadDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
	const t = useTcfTexts();
	const common = useConfigurationTexts();
	const language = useLanguage();
	const [kind, setKind] = useState<'list' | 'texts'>('list');
	const [spoken, setSpoken] = useState<BannerLanguage>('fi');
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const uploading = useUploading(kind, spoken, setShare);
	const begin = () => {
		setShare(0);
		uploading.reset();
	};
	const close = () => {
		begin();
		setFile(null);
		onClose();
	};
	const tooLarge =
		file && file.size > VENDOR_LIST_MAX_BYTES
			? t('uploadTooLarge', {
					size: numberText(Math.ceil(file.size / MEGABYTE), language),
					most: numberText(VENDOR_LIST_MAX_BYTES / MEGABYTE, language),
				})
			: null;
	const refused =
		uploading.error instanceof CallFailure
			? [uploading.error.message, ...Object.values(uploading.error.fields)].join(' ')
			: uploading.error?.message;
	const error = tooLarge ?? refused;
	return (
		<Dialog opened={opened} onClose={close} title={t('uploadTitle')} size={440}>
			<p>{t('uploadText')}</p>
			<Radio.Group
				label={t('uploadKind')}
				value={kind}
				onChange={(value) => {
					setKind(value === 'texts' ? 'texts' : 'list');
					begin();
				}}
			>
				<Radio mt="xs" value="list" label={t('uploadList')} disabled={uploading.isPending} />
				<Radio mt="xs" value="texts" label={t('uploadTexts')} disabled={uploading.isPending} />
			</Radio.Group>
			{kind === 'texts' ? (
				<SelectField
					label={t('uploadLanguage')}
					searchable
					allowDeselect={false}
					data={BannerLanguage.options
						.filter((one) => one !== 'en' && hasOfficialTexts(one))
						.map((one) => ({ value: one, label: languageTitle(one, language) }))
						.sort((a, b) => a.label.localeCompare(b.label, language))}
					value={spoken}
					disabled={uploading.isPending}
					onChange={(value) => {
						setSpoken(BannerLanguage.safeParse(value).data ?? spoken);
						begin();
					}}
				/>
			) : null}
			<FileField
				label={t('uploadFile')}
				accept=".json,application/json"
				value={file}
				disabled={uploading.isPending}
				error={error ? <span role="alert">{error}</span> : undefined}
				onChange={(chosen) => {
					setFile(chosen);
					begin();
				}}
			/>
			<div role="status">
				{uploading.isPending ? (
					<>
						<Progress value={share * 100} aria-label={t('uploadShare')} />
						<p>{share < 1 ? t('uploadSending', { percent: Math.floor(share * 100) }) : t('uploadReading')}</p>
					</>
				) : null}
				{uploading.data ? <p>{uploading.data}</p> : null}
			</div>
			<Group justify="flex-end" gap="xs">
				<Button variant="default" onClick={close}>
					{common('close')}
				</Button>
				<Button
					disabled={!file || tooLarge !== null || uploading.isSuccess}
					loading={uploading.isPending}
					onClick={() => file && uploading.mutate(file)}
				>
					{t('uploadGo')}
				</Button>
			</Group>
		</Dialog>
	);
}

/** Stores a list, or the official texts of a language; answers what came of it, in a sentence. */
function useUploading(kind: 'list' | 'texts', spoken: BannerLanguage, setShare: (share: number) => void) {
	const t = useTcfTexts();
	const language = useLanguage();
	const client = useQueryClient();
	return useMutation({
		networkMode: 'always',
		mutationFn: async (chosen: File): Promise<string> => {
			setShare(0);
			const before = await ask(gvlFiles, {});
			const query = kind === 'texts' ? { language: spoken } : {};
			const { data: after } = await sendFile(uploadGvlFile, { query, file: chosen }, setShare);
			await Promise.all([gvlFile, gvlFiles, officialTexts].map((call) => client.invalidateQueries({ queryKey: [nameOf(call)] })));
			if (kind === 'texts') return t('uploadedTexts', { language: languageTitle(spoken, language) });
			const stored = after.find(({ id }) => !before.data.some((old) => old.id === id));
			if (!stored) return t('uploadedKnown');
			const { vendorListVersion: version, vendors, deleted, lastUpdated } = stored;
			const what = t('uploaded', { version: String(version), vendors, deleted, date: dateText(lastUpdated, language) });
			return stored.newest ? what : `${what} ${t('uploadedOlder', { newest: String(after[0]?.vendorListVersion) })}`;
		},
	});
}
