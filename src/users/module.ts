import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { accessJobs } from './jobs'
import { accessRoutes, authRoutes, userRoutes } from './routes'

export const users = {
  name: 'users',
  routes: (http, server) =>
    new Elysia().use(authRoutes(http, server)).use(userRoutes(http, server)).use(accessRoutes(http, server)),
  jobs: accessJobs,
} satisfies Module
