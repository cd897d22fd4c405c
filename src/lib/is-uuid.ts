const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns true for a text that can be compared with a uuid column. PostgreSQL refuses a statement with any other. */
export const isUuid = (text: string): boolean => UUID.test(text);
