/** The id of the n-th message of a contact. */
export const messageId = (n: number, contactId = 1): number => contactId * 2 ** 26 + n
