/** What is said to the program by a socket, so that nothing is added or kept back. */
import { connect, type Socket } from 'node:net';

/** Answers all that comes until the other side closes. */
export const sayRaw = (port: number, say: (socket: Socket) => void): Promise<string> =>
	new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1');
		let answer = '';
		socket.on('data', (chunk) => {
			answer += chunk;
		});
		socket.on('close', () => resolve(answer));
		socket.on('error', reject);
		say(socket);
	});

/** A page of `host` posts a body, as a browser would. */
export const postRaw = (port: number, path: string, host: string, body: string, type = 'application/json'): Promise<string> =>
	sayRaw(port, (socket) => {
		const head = `origin: https://${host}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}`;
		socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${head}\r\n\r\n${body}`);
	});
