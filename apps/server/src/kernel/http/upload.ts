/** The file of a multipart call, as the contract describes it. */

import type { MultipartFile } from '@fastify/multipart';
import type { Upload } from '@luvalla/contract/call.ts';
import type { FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';

/**
 * Begins to read the one file. Where it has a limit, `file.truncated` says at its end that it was larger.
 * @throws Refused 422 no_file
 */
export const uploadOf = async (request: FastifyRequest, { part, maxBytes }: Upload): Promise<MultipartFile> => {
	const found = await request.file({
		limits: { files: 1, ...(maxBytes !== undefined && { fileSize: maxBytes }) },
		throwFileSizeLimit: false,
	});
	if (found?.fieldname === part) return found;
	// Read to its end, so that the refusal is heard.
	found?.file.resume();
	throw refuse('no_file');
};

/** A whole file that has a limit. @throws Refused 422 no_file, 413 too_large before more than the limit is read */
export const wholeUpload = async (request: FastifyRequest, upload: Upload & { readonly maxBytes: number }): Promise<Buffer> => {
	const { file } = await uploadOf(request, upload);
	const pieces: Buffer[] = [];
	for await (const piece of file) pieces.push(piece as Buffer);
	if (file.truncated) throw refuse('too_large');
	return Buffer.concat(pieces);
};
