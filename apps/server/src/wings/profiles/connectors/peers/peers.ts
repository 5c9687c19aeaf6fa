/** Every kind of connector; what speaks to the other side is loaded when somebody has one. */
import type { ConnectorType } from '@luvalla/contract/profiles/connector-types.ts';
import type { Peer } from './peer.ts';

const LOADED: Readonly<Record<ConnectorType, () => Promise<Peer>>> = {
	smtp: async () => (await import('./smtp.ts')).smtp,
	'sms-http': async () => (await import('./http-peers.ts')).smsHttp,
	webhook: async () => (await import('./http-peers.ts')).webhook,
	postgres: async () => (await import('./postgres.ts')).postgres,
	s3: async () => (await import('./s3.ts')).s3,
	'sftp-csv': async () => (await import('./sftp.ts')).sftp,
	'web-push': async () => (await import('./http-peers.ts')).webPush,
	fcm: async () => (await import('./http-peers.ts')).fcm,
	'printing-house': async () => (await import('./printing-house.ts')).printingHouse,
};

export const peerOf = (type: ConnectorType): Promise<Peer> => LOADED[type]();
