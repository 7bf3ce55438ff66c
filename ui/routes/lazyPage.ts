import { type AnyRoute, LazyRoute, type RouteComponent } from '@tanstack/react-router'
import type { Texts } from '../shared/i18n/define'
import { loadTexts } from '../shared/i18n/language'

/** The loader of a lazy route: fetches the page and its texts together. */
export const lazyPage = (page: () => Promise<RouteComponent>, texts: readonly Texts[]) => async () => {
  const [component] = await Promise.all([page(), loadTexts(...texts)])
  return new LazyRoute<AnyRoute>({ id: '', component })
}
