/** Text as search sees it: without case and accents, so that "jose" finds "José". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** For LIKE, with `ESCAPE '\'`: what people type is looked for as it is, not as a pattern. */
export const likeContaining = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
