/** João wrote to an official number that has a template, and its admin has the ticket. */
import type { TemplateInput } from '../../src/simulator/meta/cloud/templates'
import { officialWorld } from '../channels/meta/official'
import { until } from '../support/until'

export type Listed = {
  templates: {
    id: number
    name: string
    status: string
    reason: string | null
    pausedUntil: string | null
    quality: string | null
    category: string
    categoryBefore: string | null
    unsupported: string | null
    body: string
  }[]
}

export async function place(template: TemplateInput) {
  const it = await officialWorld()
  const { w, meta, official, chat } = it
  const added = meta.addTemplate(official.business, template)
  const { admin, connectionId } = official
  await chat.text('oi')
  await until(() => it.ticketId() !== 0, 'the ticket')
  await admin.json(`/api/tickets/${it.ticketId()}`, 'PUT', { status: 'open' })
  const address = `/api/whatsapp/${connectionId}/templates`
  const list = async (query = '') => (await (await admin.request(`${address}${query}`)).json()) as Listed
  const wanted = (variables: object | undefined, more: object = {}) => ({
    name: template.name,
    language: 'pt_BR',
    ...(variables && { variables }),
    ...more,
  })
  const send = (variables: object | undefined, more: object = {}) =>
    admin.json(`/api/messages/${it.ticketId()}`, 'POST', { template: wanted(variables, more) })
  const sendWithFile = (file: File, variables?: object) => {
    const form = new FormData()
    form.set('template', JSON.stringify(wanted(variables)))
    form.set('medias', file)
    return admin.request(`/api/messages/${it.ticketId()}`, { method: 'POST', body: form })
  }
  const upload = (file: File) => {
    const form = new FormData()
    form.set('file', file)
    return admin.request(`${address}/files`, { method: 'POST', body: form })
  }
  const statusOf = (name: string) =>
    w.rows<{ status: string }>('SELECT status FROM message_templates WHERE name = ?', name)[0]?.status
  return { ...it, admin, template: added, statusOf, address, list, send, sendWithFile, upload, connectionId }
}
