/** Asks what a test of a publication against the live one should be. The answer states the sample it takes. */
import type { CallShape } from '@luvalla/contract/call';
import type { Publication } from '@luvalla/contract/consent/configurations';
import { startBannerTest } from '@luvalla/contract/consent/rates';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { TextField } from '#portal/ui/form/fields.tsx';
import { Dialog } from '../Dialog.tsx';
import { useHistoryTexts } from './texts.ts';

interface StartTestDialogProps {
	/** None: closed. */
	publication: Publication | null;
	scope: Scope;
	reload: readonly CallShape[];
	onStarted: () => void;
	onCancel: () => void;
}

export function StartTestDialog({ publication, ...rest }: StartTestDialogProps) {
	const t = useHistoryTexts();
	return (
		<Dialog
			opened={publication !== null}
			title={t('startTitle', { version: publication?.version ?? 0 })}
			size={440}
			onClose={rest.onCancel}
		>
			{publication ? <StartTestForm publication={publication} {...rest} /> : null}
		</Dialog>
	);
}

const { share: SHARE, detect: DETECT } = startBannerTest.body.shape;
/** Both languages' decimal signs. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

function StartTestForm({ publication, scope, reload, onStarted, onCancel }: StartTestDialogProps & { publication: Publication }) {
	const t = useHistoryTexts();
	const [share, setShare] = useState('50');
	const [detect, setDetect] = useState('5');
	const [tried, setTried] = useState(false);
	const starting = useCall(startBannerTest, {
		scope,
		reload,
		quiet: true,
		onSuccess: (test) => {
			onStarted();
			notifySuccess(t('started', { sample: test.sample }));
		},
	});
	const wanted = { share: numberOf(share) / 100, detect: numberOf(detect) };
	const wrongShare = !SHARE.safeParse(wanted.share).success;
	const wrongDetect = !DETECT.safeParse(wanted.detect).success;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (!wrongShare && !wrongDetect) starting.mutate({ params: { folder: publication.folder }, body: wanted });
	};
	return (
		<form noValidate onSubmit={submit} className="stack-16">
			<p>{t('startText')}</p>
			<TextField
				label={t('share', { version: publication.version })}
				hint={t('shareHint')}
				inputMode="decimal"
				maxLength={5}
				data-autofocus
				value={share}
				error={tried && wrongShare ? t('shareWrong') : undefined}
				onChange={(event) => setShare(event.currentTarget.value)}
			/>
			<TextField
				label={t('detect')}
				hint={t('detectHint')}
				inputMode="decimal"
				maxLength={5}
				value={detect}
				error={tried && wrongDetect ? t('detectWrong') : undefined}
				onChange={(event) => setDetect(event.currentTarget.value)}
			/>
			<Group justify="flex-end" gap="xs">
				<Button variant="default" onClick={onCancel} disabled={starting.isPending}>
					{t('cancel')}
				</Button>
				<Button type="submit" loading={starting.isPending}>
					{t('startVerb')}
				</Button>
			</Group>
		</form>
	);
}
