/** S3-compatible stores, by signed requests (SigV4) and paths that begin with the bucket. */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { type Answered, sendHttp } from '#kernel/outbound/http.ts';
import { ANSWER_MS, asFailed, ConnectorFailed } from '../problems.ts';
import { type Files, fileOf, filesMessage, MOST_FILES, type RemoteFile, readFiles } from './files.ts';
import { type Link, type Peer, text } from './peer.ts';

/** One part of an object. */
const PART_BYTES = 1024 * 1024;
const LIST_BYTES = 4 * 1024 * 1024;

type Method = 'GET' | 'PUT' | 'DELETE';
interface Asked {
	readonly key?: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: Buffer;
	readonly headers?: Readonly<Record<string, string>>;
	readonly mostBytes?: number;
}

/** As signatures spell it: more signs are written out than a URL needs. */
const spelled = (part: string): string =>
	encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const ask = async (
	{ config, kept, guard, signal }: Link,
	method: Method,
	{ key = '', query = {}, body, headers = {}, mostBytes }: Asked,
): Promise<Answered> => {
	const path = [text(config, 'bucket'), ...key.split('/')].map(spelled).join('/');
	const url = new URL(`${text(config, 'endpoint').replace(/\/+$/, '')}/${path}`);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	const content = createHash('sha256')
		.update(body ?? '')
		.digest('hex');
	const signed = await new AwsV4Signer({
		method,
		url: url.href,
		headers: { ...headers, 'x-amz-content-sha256': content },
		accessKeyId: text(config, 'accessKeyId'),
		secretAccessKey: kept.secretAccessKey ?? '',
		service: 's3',
		region: text(config, 'region'),
	}).sign();
	try {
		return await sendHttp(signed.url.href, {
			guard,
			signal,
			method,
			headers: { ...Object.fromEntries(signed.headers), ...headers },
			...(body && { body }),
			timeoutMs: ANSWER_MS,
			...(mostBytes !== undefined && { mostBytes }),
		});
	} catch (error) {
		throw asFailed(error);
	}
};

const demandFine = ({ status, body }: Answered, what: string): void => {
	if (status >= 200 && status <= 299) return;
	const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(body.toString('utf8', 0, 4000))?.[1] ?? '';
	if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(code)) throw new ConnectorFailed('connector_sign_in');
	if (status === 404 || status === 403) throw new ConnectorFailed('connector_place', code === '' ? what : `${what} (${code})`);
	throw new ConnectorFailed('connector_http', status);
};

const inside = (xml: string, name: string): string | undefined => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** Keys come percent-encoded, as asked for: nothing else has to be read out of XML. */
const decoded = (key: string): string => {
	try {
		return decodeURIComponent(key.replaceAll('+', ' '));
	} catch {
		throw new ConnectorFailed('connector_answer', 'Key');
	}
};

const listPage = async (link: Link, token: string | null, most: number): Promise<{ found: RemoteFile[]; next: string | null }> => {
	const answer = await ask(link, 'GET', {
		query: {
			'list-type': '2',
			'encoding-type': 'url',
			'max-keys': String(most),
			...(text(link.config, 'prefix') !== '' && { prefix: text(link.config, 'prefix') }),
			...(token !== null && { 'continuation-token': token }),
		},
		mostBytes: LIST_BYTES,
	});
	demandFine(answer, text(link.config, 'bucket'));
	const xml = answer.body.toString('utf8');
	if (!xml.includes('<ListBucketResult')) throw new ConnectorFailed('connector_answer', 'ListBucketResult');
	const found = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(
		([, part = '']): RemoteFile => ({
			name: decoded(inside(part, 'Key') ?? ''),
			bytes: Number(inside(part, 'Size')),
			changed: Date.parse(inside(part, 'LastModified') ?? ''),
		}),
	);
	if (found.some(({ bytes, changed }) => !Number.isSafeInteger(bytes) || Number.isNaN(changed)))
		throw new ConnectorFailed('connector_answer', 'no list of objects');
	const next = inside(xml, 'NextContinuationToken');
	return { found, next: inside(xml, 'IsTruncated') === 'true' && next !== undefined ? next.replaceAll('&amp;', '&') : null };
};

const filesOf = (link: Link): Files => ({
	async list() {
		const all: RemoteFile[] = [];
		let token: string | null = null;
		do {
			const { found, next } = await listPage(link, token, 1000);
			all.push(...found.filter(({ name }) => /\.csv$/i.test(name)));
			if (all.length > MOST_FILES) throw new ConnectorFailed('connector_too_large', `${MOST_FILES} +`);
			token = next === token ? null : next;
		} while (token !== null);
		return all;
	},
	async *bytes({ name, bytes }, from) {
		for (let at = from; at < bytes; ) {
			const to = Math.min(at + PART_BYTES, bytes);
			const part = await ask(link, 'GET', { key: name, headers: { range: `bytes=${at}-${to - 1}` }, mostBytes: PART_BYTES });
			demandFine(part, name);
			// A server that knows no ranges sends all of it: only a small object may come so.
			const body = part.status === 206 ? part.body : part.body.subarray(at, to);
			if (body.length !== to - at) throw new ConnectorFailed('connector_answer', name);
			yield body;
			at = to;
		}
	},
});

export const s3: Peer = {
	async test(link) {
		await listPage(link, null, 1);
		if (link.config.direction === 'inbound') return { message: await filesMessage(filesOf(link), link.config.columns) };
		const key = `${text(link.config, 'prefix')}luvalla-test.csv`;
		demandFine(await ask(link, 'PUT', { key, body: Buffer.from('action,id\n') }), key);
		demandFine(await ask(link, 'DELETE', { key }), key);
		return { message: { en: 'Signed in; objects can be written.', fi: 'Kirjauduttiin; objekteja voi kirjoittaa.' } };
	},
	read: (link, cursor) => readFiles(filesOf(link), cursor, link.config.columns),
	open: async (link) => ({
		async deliver(delivery) {
			const { name, body } = fileOf(delivery);
			const key = `${text(link.config, 'prefix')}${name}`;
			demandFine(await ask(link, 'PUT', { key, body, headers: { 'content-type': 'text/csv' } }), key);
		},
		close: () => undefined,
	}),
	where: (config) => text(config, 'bucket'),
};
