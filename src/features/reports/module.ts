import type { Module } from '../../platform/module'
import { reportErrors } from './errors'
import { reportRoutes } from './routes'

export const reports = {
  name: 'reports',
  routes: reportRoutes,
  errors: reportErrors,
} satisfies Module
