/** The millisecond inside the id of an event (UUIDv7). */
export const millisOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
