import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { releaseRoutes } from './routes'
import { supportErrors } from './support/errors'
import { supportRoutes } from './support/routes'
import { tenantJobs } from './tenants/jobs'
import { tenantRoutes } from './tenants/routes'

export const operator = {
  name: 'operator',
  routes: (http, server) =>
    new Elysia().use(releaseRoutes(http, server)).use(tenantRoutes(http, server)).use(supportRoutes(http, server)),
  jobs: tenantJobs,
  errors: supportErrors,
} satisfies Module
