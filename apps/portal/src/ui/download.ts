/** A busy browser begins a download after the press that asked for it: until then the bytes have to be there, or it loses their name. */
const KEPT_MS = 60_000;

/** Hands bytes to the person as a file. */
export function downloadFile(name: string, type: string, content: BlobPart): void {
	const url = URL.createObjectURL(new Blob([content], { type }));
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Base64, as calls answer files, to bytes. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
