/** Normalises text for searches in the browser: without case and accents. */
export const plain = (text: string): string => text.trim().toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
