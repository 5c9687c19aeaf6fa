/** How a text leaves as SMS (3GPP TS 23.038): its alphabet, and in how many parts. */
const BASIC = new Set([
	...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
]);
const EXTENDED = new Set([...'^{}\\[~]|€\f']);

export const smsOf = (text: string): { parts: number; encoding: 'GSM-7' | 'UCS-2'; characters: number } => {
	const signs = [...text];
	const gsm = signs.every((sign) => BASIC.has(sign) || EXTENDED.has(sign));
	const characters = gsm ? signs.reduce((sum, sign) => sum + (EXTENDED.has(sign) ? 2 : 1), 0) : text.length;
	const [one, each] = gsm ? [160, 153] : [70, 67];
	return {
		parts: characters === 0 ? 0 : characters <= one ? 1 : Math.ceil(characters / each),
		encoding: gsm ? 'GSM-7' : 'UCS-2',
		characters,
	};
};
