/** Why a run of an upload failed, in words. */
import type { Run } from '@luvalla/contract/runs';
import type { UploadTexts } from './texts.ts';

const PROBLEMS = ['check_anew', 'other_columns'] as const;

export const problemOf = (t: UploadTexts, { problem }: Run): string | undefined =>
	problem === null ? undefined : t(`run_${PROBLEMS.find((one) => one === problem) ?? 'internal'}`);
