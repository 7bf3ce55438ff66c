import { Elysia } from 'elysia'
import { templateChanged } from '../../channels/events'
import { noteTemplateNews } from '../../channels/templates/mirror'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { manageTemplates } from './contract'
import { announceTemplates, templatesService } from './refresh'
import { categoryChangeRoutes, templateRoutes } from './routes'

export const templates = {
  name: 'templates',
  routes: (http, services) => new Elysia().use(templateRoutes(http, services)).use(categoryChangeRoutes(http)),
  services: [templatesService],
  permissions: [manageTemplates],
  subscribers: [
    on(templateChanged, 'inTransaction', (cx, { connectionId, ...news }) => {
      noteTemplateNews(cx, connectionId, news)
      announceTemplates(cx, connectionId)
    }),
  ],
} satisfies Module
