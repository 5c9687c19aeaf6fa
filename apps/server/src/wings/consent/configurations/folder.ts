/** Names of published folders. Every visitor loads the name with every page, so it is no longer than it must be. */

/**
 * 96 bits: to find a second publication for a name takes 2^96 tries, and who makes two of one name harms only themselves.
 * The whole SHA-256 is kept with the publication and stands in every record and receipt beside the name.
 */
const NAME_BYTES = 12;

/** @param hash SHA-256 of all that stands in the folder */
export const folderOf = (hash: Buffer): string => `p${hash.subarray(0, NAME_BYTES).toString('base64url')}`;

/** Of banners (`p`) and sign-up forms (`f`). Also the names that earlier builds gave: the whole hash in hex. Their addresses are kept by browsers and receipts. */
const FOLDER = /^(?:[pf][\w-]{16}|p[0-9a-f]{64})$/;

export const isFolder = (text: string): boolean => FOLDER.test(text);
