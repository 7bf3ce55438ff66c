/** Requests of templates: their list, and sending one. */

import type { Template } from '../../../src/channels/templates/contract'
import type { CreateTemplate, ExampleFile } from '../../../src/channels/templates/writing/contract'
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

export const changeTemplate = ({ whatsappId, id }: Pick<Template, 'whatsappId' | 'id'>, body: CreateTemplate) =>
  unwrap(whatsapp({ id: whatsappId }).templates({ templateId: id }).put(body))

/** Hands Meta an example for the header. */
export function uploadExample(whatsappId: number, file: File): Promise<ExampleFile> {
  const form = new FormData()
  form.set('file', file, file.name)
  return call('POST', `/whatsapp/${whatsappId}/templates/files`, form)
}

export const deleteTemplate = ({ whatsappId, id }: Pick<Template, 'whatsappId' | 'id'>) =>
  unwrap(whatsapp({ id: whatsappId }).templates({ templateId: id }).delete())

/** The same `clientId` again is the same message. `file`: for a header that is one. */
export function sendTemplate(
  ticketId: number,
  { template, clientId, file }: { template: WantedTemplate; clientId: string; file: File | null },
): Promise<Message> {
  if (!file) return call('POST', `/messages/${ticketId}`, { template, clientId })
  const form = new FormData()
  form.set('template', JSON.stringify(template))
  form.set('clientId', clientId)
  form.set('medias', file, file.name)
  return call('POST', `/messages/${ticketId}`, form)
}
