/** A mail server without passwords that reads the head of each mail. */
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** @param onMail what it does with a mail: nothing is taken before `done` */
export const headReader = (
	onMail: (head: string, stream: SMTPServerDataStream, done: (error?: Error | null) => void) => void,
): SMTPServer =>
	new SMTPServer({
		authOptional: true,
		closeTimeout: 50,
		disabledCommands: ['STARTTLS'],
		onData: (stream, _session, done) => {
			let head = '';
			stream.on('data', (chunk: Buffer) => {
				head += chunk.toString('latin1');
			});
			stream.on('end', () => onMail(head, stream, done));
		},
	});
