/** The file of a multipart call, as the contract describes it. Whatever is wrong with how it was sent is the sender's and said so. */

import type { Upload } from '@luvalla/contract/call.ts';
import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from './errors.ts';

/** A file that is being read. */
export interface Uploaded {
	/** As the browser calls it. */
	readonly filename: string;
	/** @throws Refused 400 form_cut, where what was sent ends too early or is no form */
	readonly file: AsyncIterable<Uint8Array>;
	/** At its end: whether it was larger than its limit. */
	readonly isCut: () => boolean;
}

/** What the reading of a form throws is about the form. */
const formFault = (error: unknown): Refused => (error instanceof Refused ? error : refuse('form_cut'));

async function* whole(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const pieces = file[Symbol.asyncIterator]();
	try {
		for (;;) {
			const { done, value } = await pieces.next().catch((error: unknown) => {
				throw formFault(error);
			});
			if (done) return;
			yield value;
		}
	} finally {
		await pieces.return?.();
	}
}

/**
 * Begins to read the one file.
 * @throws Refused 422 no_file, 400 form_cut
 */
export const uploadOf = async (request: FastifyRequest, { part, maxBytes }: Upload): Promise<Uploaded> => {
	const reading = async () =>
		request.file({ limits: { files: 1, ...(maxBytes !== undefined && { fileSize: maxBytes }) }, throwFileSizeLimit: false });
	const found = await reading().catch((error: unknown) => {
		throw formFault(error);
	});
	if (found?.fieldname === part) return { filename: found.filename, file: whole(found.file), isCut: () => found.file.truncated };
	// Read to its end, so that the refusal is heard; what else is wrong with it matters no more.
	found?.file.on('error', () => undefined).resume();
	throw refuse('no_file');
};

/** A whole file that has a limit. @throws Refused 422 no_file, 400 form_cut, 413 too_large before more than the limit is read */
export const wholeUpload = async (request: FastifyRequest, upload: Upload & { readonly maxBytes: number }): Promise<Buffer> => {
	const { file, isCut } = await uploadOf(request, upload);
	const pieces: Uint8Array[] = [];
	for await (const piece of file) pieces.push(piece);
	if (isCut()) throw refuse('too_large');
	return Buffer.concat(pieces);
};
