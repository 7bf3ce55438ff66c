/** Requests of templates: their list, and sending one. */

import type { Template } from '../../../src/channels/templates/contract'
import type { CreateTemplate } from '../../../src/channels/templates/writing/contract'
import { templatesChanged } from '../../../src/features/templates/contract'
import type { TemplateRoutes } from '../../../src/features/templates/routes'
import type { Message, WantedTemplate } from '../../../src/tickets/messages/contract'
import { call, client, unwrap } from '../../shared/client'
import { on } from '../../shared/live/bus'
import { liveCrud } from '../../shared/live/liveCrud'

const { whatsapp } = client<TemplateRoutes>()

type OfConnection = { readonly whatsappId: number }

export const templates = liveCrud<Template, never, never, OfConnection>({
  key: ['templates'],
  compare: (a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language),
  belongs: (template, { whatsappId }) => template.whatsappId === whatsappId,
  events: [],
  refetchOn: [on(templatesChanged, () => true as const)],
  routes: {
    list: async ({ view, signal }) =>
      (await unwrap(whatsapp({ id: view.whatsappId }).templates.get({ query: {}, fetch: { signal } }))).templates,
  },
})

export const refreshTemplates = (whatsappId: number) =>
  unwrap(whatsapp({ id: whatsappId }).templates.get({ query: { refresh: 'true' } }))

export const createTemplate = (whatsappId: number, body: CreateTemplate) =>
  unwrap(whatsapp({ id: whatsappId }).templates.post(body))

export const deleteTemplate = ({ whatsappId, id }: Pick<Template, 'whatsappId' | 'id'>) =>
  unwrap(whatsapp({ id: whatsappId }).templates({ templateId: id }).delete())

/** The same `clientId` again is the same message. */
export const sendTemplate = (ticketId: number, template: WantedTemplate, clientId: string) =>
  call<Message>('POST', `/messages/${ticketId}`, { template, clientId })
