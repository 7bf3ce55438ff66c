/** Apart, because the address of the screen knows it, which everybody loads. */
export const pageSizes = [5, 10, 20, 50] as const
export type PageSize = (typeof pageSizes)[number]
export const USUAL_SIZE = 10
