/** A company with an official WhatsApp number and templates, for tests of what is sent without an attendant. */
import { eq } from 'drizzle-orm'
import type { Address } from '../../src/channels/channel'
import { connections } from '../../src/channels/connections/tables'
import type { ChannelKind } from '../../src/channels/contract'
import { storeMetaAccount } from '../../src/channels/meta/accounts'
import type { MetaAccount } from '../../src/channels/meta/tables'
import { receiveMessages } from '../../src/tickets/receiving/receive'
import type { CompanyWorld } from '../support/company-world'

export function connectionOver(
  company: CompanyWorld,
  channel: ChannelKind,
  account: Partial<MetaAccount> = {},
): number {
  const { id } = company.connection({ name: `Por ${channel}` })
  company.db.update(connections).set({ channel }).where(eq(connections.id, id)).run()
  storeMetaAccount(company.cx, {
    connectionId: id,
    account: `conta ${id}`,
    businessId: null,
    displayName: 'Loja',
    username: null,
    quality: 'GREEN',
    limit: null,
    isCoexistent: false,
    tokenEndsAt: null,
    subscribedAt: 0,
    checkedAt: 0,
    ...account,
  })
  return id
}

export const ORDER = {
  name: 'pedido_pronto',
  language: 'pt_BR',
  variables: { body: ['{{firstName}}', '{{email}}'] },
}

/** `pedido_pronto`: utility, with the variables of `ORDER`. */
export function addTemplate(company: CompanyWorld, connectionId: number, status = 'APPROVED') {
  const components = [
    { type: 'BODY', text: 'Olá, {{1}}! Seu pedido está pronto. Recibo: {{2}}.' },
    { type: 'FOOTER', text: 'Casa Aurora' },
  ]
  company.rows(
    `INSERT INTO message_templates (connection_id, template_id, name, language, category, status, components, status_at)
     VALUES (?, '1', 'pedido_pronto', 'pt_BR', 'utility', ?, ?, 0) RETURNING id`,
    connectionId,
    status,
    JSON.stringify(components),
  )
}

let count = 0
/** Somebody writes over the connection; returns the contact. */
export function writes(company: CompanyWorld, connectionId: number, from: Address, sentAt = company.cx.now()): number {
  receiveMessages(company.cx, connectionId, [
    {
      externalId: `escrito ${++count}`,
      fromMe: false,
      chat: [from],
      isGroup: false,
      author: null,
      pushName: null,
      kind: 'chat',
      body: 'oi',
      media: null,
      quotedExternalId: null,
      quotedBody: null,
      sentAt,
    },
  ])
  const [contact] = company.rows<{ id: number }>(
    'SELECT contact_id AS id FROM contact_addresses WHERE kind = ? AND value = ?',
    from.kind,
    from.value,
  )
  return contact?.id ?? 0
}
