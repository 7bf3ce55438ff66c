import type { Module } from '../../platform/module'
import { dashboardErrors } from './errors'
import { dashboardRoutes } from './routes'

export const dashboard = {
  name: 'dashboard',
  routes: dashboardRoutes,
  errors: dashboardErrors,
} satisfies Module
