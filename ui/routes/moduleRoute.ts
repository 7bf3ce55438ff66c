import {
  type AnyRoute,
  createRoute,
  type ResolveFullPath,
  type ResolveId,
  type Route,
  type RouteComponent,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { fixedMenus, LAST_MENU } from '../../src/tenancy/contract'
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

export function moduleRoute(module: Module, open = lazyPage): AnyRoute {
  const { path, search, page, texts, menu } = module
  return createRoute({
    getParentRoute: () => privateRoute,
    path,
    ...(search && { validateSearch: search }),
  }).lazy(
    open(isOfPlan(module) ? () => inPlan(module) : menu?.needs === 'super' ? () => ofOperator(page) : page, texts),
  )
}

/** The home page is where others lead to, so it decides itself. */
const isOfPlan = ({ path, menu, plan = menu?.plan, menuOrder = menu?.order ?? 0 }: Module): boolean =>
  plan !== undefined || (path !== '/' && menuOrder > 0 && menuOrder <= LAST_MENU && !fixedMenus.includes(menuOrder))

async function inPlan({ page, menu, plan, menuOrder }: Module): Promise<RouteComponent> {
  const [Page, { PlanPage }] = await Promise.all([page(), import('../shared/PlanPage')])
  const needs = { feature: plan ?? menu?.plan, menu: menuOrder ?? menu?.order ?? LAST_MENU + 1 }
  return () => createElement(PlanPage, { ...needs, page: Page })
}

async function ofOperator(page: Module['page']): Promise<RouteComponent> {
  const [Page, { OperatorPage }] = await Promise.all([page(), import('../shared/OperatorPage')])
  return () => createElement(OperatorPage, { page: Page })
}
