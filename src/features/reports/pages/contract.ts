/** A file of its own, because the page's search schema needs it and is loaded on every page. */
export const pageSizes = [5, 10, 20, 50] as const
export type PageSize = (typeof pageSizes)[number]
export const USUAL_SIZE = 10

/** The page's views beside the list of conversations. */
export const tabs = ['attendants', 'queues', 'tags', 'connections', 'channels', 'hours', 'ratings'] as const
/** Values of one filter. */
export const MOST_CHOSEN = 100
