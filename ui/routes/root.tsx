import { createRootRoute, Outlet } from '@tanstack/react-router'
import { BrokenPage } from './BrokenPage'
import { NotFoundPage } from './NotFoundPage'

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenPage,
})
