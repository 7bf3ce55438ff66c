import { type AnyRoute, createRoute, type ResolveFullPath, type ResolveId, type Route } from '@tanstack/react-router'
import type { Chapter } from '../shared/chapter'
import { lazyPage } from './lazyPage'
import { privateRoute } from './private'

/** What the compiler is told of a chapter's page: by this, links and searches know it. */
export type RouteOf<C> =
  C extends Chapter<infer Path, infer Search>
    ? Route<
        unknown,
        typeof privateRoute,
        Path,
        ResolveFullPath<typeof privateRoute, Path>,
        string,
        ResolveId<typeof privateRoute, string, Path>,
        Search
      >
    : never

export const chapterRoute = ({ path, search, page, texts }: Chapter): AnyRoute =>
  createRoute({
    getParentRoute: () => privateRoute,
    path,
    ...(search && { validateSearch: search }),
  }).lazy(lazyPage(page, texts))
