/** What is used of it. */
declare module 'ssh2' {
	import type { EventEmitter } from 'node:events';
	import type { Duplex, Readable } from 'node:stream';

	export interface Attributes {
		readonly size: number;
		/** Seconds since 1970. */
		readonly mtime: number;
		isFile(): boolean;
	}
	export interface Sftp extends EventEmitter {
		readdir(path: string, done: (error: Error | null | undefined, list: { filename: string; attrs: Attributes }[]) => void): void;
		createReadStream(path: string, options: { start: number; end: number }): Readable;
		writeFile(path: string, body: Buffer, done: (error?: Error | null) => void): void;
		unlink(path: string, done: (error?: Error | null) => void): void;
		rename(from: string, to: string, done: (error?: Error | null) => void): void;
		ext_openssh_rename(from: string, to: string, done: (error?: Error | null) => void): void;
	}
	export class Client extends EventEmitter {
		connect(options: {
			sock: Duplex;
			username: string;
			password?: string;
			privateKey?: string;
			readyTimeout: number;
			hostVerifier: (key: Buffer) => boolean;
		}): this;
		sftp(done: (error: Error | undefined, sftp: Sftp) => void): void;
		end(): void;
		destroy(): void;
	}
	const ssh2: { Client: typeof Client };
	export default ssh2;
}
