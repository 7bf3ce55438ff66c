import {
  type AnyRoute,
  createRoute,
  type ResolveFullPath,
  type ResolveId,
  type Route,
  type RouteComponent,
} from '@tanstack/react-router'
import { createElement } from 'react'
import type { PlanFlag } from '../../src/tenancy/contract'
import type { Module } from '../shared/module'
import { lazyPage } from './lazyPage'
import { privateRoute } from './private'

/** Route type of a module's page, from which links and searches are typed. */
export type RouteOf<C> =
  C extends Module<infer Path, infer Search>
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

export function moduleRoute({ path, search, page, texts, menu, plan = menu?.plan }: Module): AnyRoute {
  return createRoute({
    getParentRoute: () => privateRoute,
    path,
    ...(search && { validateSearch: search }),
  }).lazy(lazyPage(plan ? () => inPlan(plan, page) : menu?.needs === 'super' ? () => ofOperator(page) : page, texts))
}

async function inPlan(plan: PlanFlag, page: Module['page']): Promise<RouteComponent> {
  const [Page, { PlanPage }] = await Promise.all([page(), import('../shared/PlanPage')])
  return () => createElement(PlanPage, { plan, page: Page })
}

async function ofOperator(page: Module['page']): Promise<RouteComponent> {
  const [Page, { OperatorPage }] = await Promise.all([page(), import('../shared/OperatorPage')])
  return () => createElement(OperatorPage, { page: Page })
}
