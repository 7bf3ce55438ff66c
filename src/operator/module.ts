import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { releaseRoutes } from './routes'
import { tenantJobs } from './tenants/jobs'
import { tenantRoutes } from './tenants/routes'

export const operator = {
  name: 'operator',
  routes: (http, server) => new Elysia().use(releaseRoutes(http, server)).use(tenantRoutes(http, server)),
  jobs: tenantJobs,
} satisfies Module
