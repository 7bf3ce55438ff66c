/** Text as a search over what is already here sees it: without case and accents. */
export const plain = (text: string): string => text.trim().toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
