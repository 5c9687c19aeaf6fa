/** A stored file while its columns are mapped: how it is read, what they become, what is wrong with that, and what was checked of it. */
import {
	checkUpload,
	everybodyWord,
	type Reading,
	type Target,
	type Upload,
	upload as uploadCall,
} from '@luvalla/contract/profiles/uploads';
import type { Run } from '@luvalla/contract/runs';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import type { Problem } from './Problems.tsx';
import { withDays } from './target.ts';
import { useUploadTexts } from './texts.ts';
import { missingIn, problemAt, type Said } from './wrong.ts';

interface Refusal {
	readonly title: string;
	readonly problems: readonly Problem[];
}

export function useMapping(stored: Upload, customerId: number, checkId: string | undefined, onCheck: (id: string) => void) {
	const t = useUploadTexts();
	const [file, setFile] = useState(stored);
	const [targets, setTargets] = useState<readonly Target[]>(() => file.columns.map(({ target }) => target));
	const [everybody, setEverybody] = useState(file.everybody);
	const [reading, setReading] = useState(file.reading);
	const [checked, setChecked] = useState<Said | null>(checkId === undefined ? null : { targets, everybody });
	const [refusal, setRefusal] = useState<Refusal | null>(null);
	/** Places that were changed since. What is changed is not wrong any more, until it is looked at again. */
	const [mended, setMended] = useState<ReadonlySet<number>>(new Set());
	const refuse = (given: Refusal | null): void => {
		setRefusal(given);
		setMended(new Set());
	};
	const problems = (refusal?.problems ?? []).filter(({ place }) => !mended.has(place));
	const params = { id: file.id };
	const read = useMutation({
		mutationFn: ({ delimiter, encoding, headerRow }: Reading) =>
			ask(uploadCall, { params, query: { delimiter, encoding, headerRow } }, { customerId }),
		onSuccess: ({ data }, { slashed }) => {
			setFile(data);
			setReading({ ...data.reading, slashed });
			setTargets(data.columns.map(({ target }) => target));
			setEverybody(data.everybody);
			setChecked(null);
			refuse(null);
		},
		onError: (error: Error) => notifyFailure(error.message),
	});
	const check = useMutation({
		mutationFn: (given: Said) =>
			ask(checkUpload, { params, body: { reading, targets: [...given.targets], everybody: given.everybody } }, { customerId }),
		onSuccess: ({ data }, given) => {
			refuse(null);
			setChecked(given);
			onCheck(data.id);
		},
		onError: (error: Error) => {
			const fields = error instanceof CallFailure ? Object.entries(error.fields) : [];
			refuse({ title: error.message, problems: fields.flatMap(([path, text]) => problemAt(path, text, file.columns.length)) });
		},
	});
	const mend = (place: number): void => setMended(new Set([...mended, place]));
	return {
		file,
		/** All columns, by the names that are shown. */
		names: file.columns.map(({ name }, place) => name || t('unnamed', { number: place + 1 })),
		reading,
		readAs: (given: Partial<Reading>): void => read.mutate({ ...reading, ...given }),
		/** The same rows, whose days mean others. */
		readDaysAs: (slashed: Reading['slashed']): void => {
			setReading({ ...reading, slashed });
			setChecked(null);
		},
		targets,
		change: (place: number, target: Target): void => {
			setTargets(withDays(targets.map((one, n) => (n === place ? target : one))));
			mend(place);
		},
		everybody,
		changeEverybody: (said: Upload['everybody']): void => {
			setEverybody(said);
			mend(file.columns.length);
		},
		/** The same for as long as it stands, whatever is mended of it; null: nothing of it is open. */
		refusal: refusal && (problems.length > 0 || mended.size === 0) ? refusal : null,
		problems,
		wrongOf: (place: number): Readonly<Record<string, string>> =>
			Object.fromEntries(problems.flatMap((one) => (one.place === place ? [[one.part, one.text]] : []))),
		check: (): void => {
			const missing = missingIn(t, { targets, everybody });
			if (missing.length > 0) refuse({ title: t('checkRefused', { count: missing.length }), problems: missing });
			else check.mutate({ targets, everybody });
		},
		isChecking: check.isPending,
		/** What everybody said is kept with no file: a check of something else is not of what stands here. */
		isOf: ({ about }: Run): boolean =>
			(about.everybody ?? null) === everybodyWord(everybody) && checked?.targets === targets && checked.everybody === everybody,
	};
}
export type Mapping = ReturnType<typeof useMapping>;
