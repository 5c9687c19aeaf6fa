/** A picture on its way to the server, and how much of it has left. */
import { addPicture } from '@luvalla/contract/engagement/contents';
import { useState } from 'react';
import { type Scope, sendFile } from '#portal/lib/client.ts';
import { Unauthenticated } from '#portal/lib/failure.ts';
import { notifyFailure } from '#portal/lib/notices.ts';

export interface Upload {
	/** 0 to 1; null: nothing is on its way. */
	share: number | null;
	/** Its address; null where it could not be stored, which was told. */
	send: (file: File) => Promise<string | null>;
}

export function useUpload(scope: Scope): Upload {
	const [share, setShare] = useState<number | null>(null);
	const send = async (file: File): Promise<string | null> => {
		setShare(0);
		try {
			return (await sendFile(addPicture, { query: { name: file.name }, file }, setShare, scope)).data.url;
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			if (!(error instanceof Unauthenticated)) notifyFailure(error.message);
			return null;
		} finally {
			setShare(null);
		}
	};
	return { share, send };
}
