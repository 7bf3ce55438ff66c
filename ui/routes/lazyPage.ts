import { type AnyRoute, LazyRoute, type RouteComponent } from '@tanstack/react-router'
import type { Texts } from '../shared/i18n/define'
import { loadTexts } from '../shared/i18n/language'
import { loadPageStyles } from '../shared/theme/pageStyles'

/** The loader of a route whose styles are there from the start: fetches the page and its texts together. */
export const firstPage = (page: () => Promise<RouteComponent>, texts: readonly Texts[]) => async () => {
  const [component] = await Promise.all([page(), loadTexts(...texts)])
  return new LazyRoute<AnyRoute>({ id: '', component })
}

/** The loader of any other lazy route, which fetches the styles of pages, too. */
export const lazyPage = (page: () => Promise<RouteComponent>, texts: readonly Texts[]) =>
  firstPage(() => Promise.all([page(), loadPageStyles()]).then(([component]) => component), texts)
