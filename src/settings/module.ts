import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { ownCompanyRoutes, settingRoutes } from './routes'

export const settings = {
  name: 'settings',
  routes: (http, server) => new Elysia().use(settingRoutes(http, server)).use(ownCompanyRoutes(http, server)),
} satisfies Module
