import { loadWithRetry } from '../lazyPart'

/** The utilities of all pages. Sign-in, shell and desk have theirs from the start. */
export const loadPageStyles = (): Promise<unknown> => loadWithRetry(() => import('./pages.css'))
