/**
 * A connection to another server that is none of HTTP, for libraries that speak its protocol: made only where the guard lets us, and
 * ended when more comes than is allowed or nothing comes for too long.
 */
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type Guard, OutboundRefused } from './guard.ts';
import { OutboundFailed } from './http.ts';

export interface WireOptions {
	readonly guard: Guard;
	/** A name or an address. */
	readonly host: string;
	readonly port: number;
	/** Until it is connected; later: of silence. */
	readonly timeoutMs: number;
	/** What may come until `allow` is called again. */
	readonly mostBytes: number;
	/** Ends it earlier. */
	readonly signal?: AbortSignal;
}

/** Looks like a socket to whoever is given it. */
export class Wire extends Duplex {
	readonly #socket: Socket;
	readonly #mostBytes: number;
	readonly #host: string;
	#left: number;
	#ended: { readonly sentence: string; readonly code: string } | null = null;

	constructor(socket: Socket, { host, mostBytes, timeoutMs, signal }: WireOptions) {
		super();
		this.#socket = socket;
		this.#host = host;
		this.#mostBytes = mostBytes;
		this.#left = mostBytes;
		const late = (): void => this.#end(`${host} took too long to answer.`, 'slow');
		socket.setTimeout(timeoutMs, late);
		socket.on('data', (chunk: Buffer) => {
			this.#left -= chunk.length;
			if (this.#left < 0) this.#end(`${this.#host} sent more than ${this.#mostBytes} bytes at once.`, 'too_large');
			else if (!this.push(chunk)) socket.pause();
		});
		socket.on('end', () => this.push(null));
		socket.on('error', (error: NodeJS.ErrnoException) =>
			this.#end(`${host} cannot be reached: ${error.message || error.code}`, error.code ?? ''),
		);
		socket.on('close', () => this.destroy());
		socket.pause();
		signal?.addEventListener('abort', late, { once: true });
		this.once('close', () => signal?.removeEventListener('abort', late));
	}

	/** Why it ended, if that was by itself; libraries change the error that they are told. */
	get failure(): OutboundFailed | null {
		return this.#ended && new OutboundFailed(this.#ended.sentence, this.#ended.code);
	}

	#end(sentence: string, code: string): void {
		this.#ended ??= { sentence, code };
		this.destroy(new OutboundFailed(sentence, code));
	}

	/** What came, told to whoever reads it: a library that throws at it ends this connection, and not the process. */
	#told(tell: () => boolean): boolean {
		try {
			return tell();
		} catch (error) {
			this.#end(`${this.#host} sent what cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'unreadable');
			return true;
		}
	}

	override emit(event: string | symbol, ...args: unknown[]): boolean {
		return event === 'data' ? this.#told(() => super.emit(event, ...args)) : super.emit(event, ...args);
	}

	/** The same for what a library puts on top of this, such as TLS. */
	holds(stream: Duplex): void {
		const emit = stream.emit.bind(stream);
		stream.emit = (event: string | symbol, ...args: unknown[]): boolean =>
			event === 'data' ? this.#told(() => emit(event, ...args)) : emit(event, ...args);
	}

	/** As much as at the beginning may come from now on. */
	allow(): void {
		this.#left = this.#mostBytes;
	}

	override _read(): void {
		this.#socket.resume();
	}
	override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		this.#socket.write(chunk, done);
	}
	/** What waited while something was on its way leaves together: each write is a call of the system. */
	override _writev(chunks: readonly { chunk: Buffer }[], done: (error?: Error | null) => void): void {
		this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
	}
	override _final(done: (error?: Error | null) => void): void {
		this.#socket.end(() => done());
	}
	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.#socket.destroy();
		done(error);
	}

	/** It is connected already. */
	connect(): this {
		process.nextTick(() => this.emit('connect'));
		return this;
	}
	setNoDelay(): this {
		return this;
	}
	setKeepAlive(): this {
		return this;
	}
	/** The time limit is ours. */
	setTimeout(): this {
		return this;
	}
	ref(): this {
		return this;
	}
	unref(): this {
		return this;
	}
	/** For libraries that ask for a socket by its type, and use of it what stands here. */
	asSocket(): Socket {
		return this as unknown as Socket;
	}
	get remoteAddress(): string | undefined {
		return this.#socket.remoteAddress;
	}
	get remotePort(): number | undefined {
		return this.#socket.remotePort;
	}
}

const unreachable = (host: string, error: NodeJS.ErrnoException): Error =>
	error instanceof OutboundRefused || error instanceof OutboundFailed
		? error
		: new OutboundFailed(`${host} cannot be reached: ${error.message || error.code}`, error.code);

/** @throws OutboundRefused where the guard does not let us; OutboundFailed when nobody answers in time */
export const openWire = async (options: WireOptions): Promise<Wire> => {
	const { guard, port, timeoutMs } = options;
	const host = options.host.replace(/^\[|\]$/g, '');
	guard.check(host, port);
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port, lookup: guard.lookupFor(port) });
		const late = setTimeout(() => {
			socket.destroy();
			reject(new OutboundFailed(`${host} took too long to answer.`, 'slow'));
		}, timeoutMs);
		socket.once('error', (error) => {
			clearTimeout(late);
			reject(unreachable(host, error));
		});
		socket.once('connect', () => {
			// A command that waits for the answer to the last one costs 40 ms each (measured with SMTP).
			socket.setNoDelay(true);
			clearTimeout(late);
			socket.removeAllListeners('error');
			resolve(new Wire(socket, options));
		});
	});
};
