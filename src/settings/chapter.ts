import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { ownCompanyRoutes, settingRoutes } from './routes'

export const settings = {
  name: 'settings',
  routes: (http, server) => new Elysia().use(settingRoutes(http, server)).use(ownCompanyRoutes(http, server)),
} satisfies Chapter
