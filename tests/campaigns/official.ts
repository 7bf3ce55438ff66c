/** A company with an official WhatsApp number and templates, for tests of what is sent without an attendant. */
import { eq } from 'drizzle-orm'
import type { Address } from '../../src/channels/channel'
import { connections } from '../../src/channels/connections/tables'
import type { ChannelKind } from '../../src/channels/contract'
import { storeMetaAccount } from '../../src/channels/meta/accounts'
import type { MetaAccount } from '../../src/channels/meta/tables'
import type { WantedTemplate } from '../../src/tickets/messages/contract'
import { settleMessage } from '../../src/tickets/receipts/receipts'
import { receiveMessages } from '../../src/tickets/receiving/receive'
import type { CompanyWorld } from '../support/company-world'

export function connectionOver(
  company: CompanyWorld,
  channel: ChannelKind,
  account: Partial<MetaAccount> = {},
): number {
  const { id } = company.connection()
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

export const ORDER: WantedTemplate = {
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

/** `foto_do_pedido`: a picture above a text without variables. */
export const PHOTO: WantedTemplate = { name: 'foto_do_pedido', language: 'pt_BR' }
export function addPhotoTemplate(company: CompanyWorld, connectionId: number) {
  const components = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Seu pedido está pronto.' },
  ]
  company.rows(
    `INSERT INTO message_templates (connection_id, template_id, name, language, category, status, components, status_at)
     VALUES (?, '2', 'foto_do_pedido', 'pt_BR', 'utility', 'APPROVED', ?, 0) RETURNING id`,
    connectionId,
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

/** What the messenger did with each message that waits over the connection: a failure, or its own id. */
export function settleAll(
  { cx, rows }: CompanyWorld,
  connectionId: number,
  outcomeOf: (number: string) => { readonly failure: string | null; readonly externalId?: string },
): number {
  const waiting = rows<{ id: number; chat: string }>(
    'SELECT m.id, m.chat FROM outbox o JOIN messages m ON m.id = o.message_id WHERE o.connection_id = ? ORDER BY m.id',
    connectionId,
  )
  for (const { id, chat } of waiting) {
    rows('DELETE FROM outbox WHERE message_id = ? RETURNING id', id)
    settleMessage(cx, id, outcomeOf(chat.slice(chat.indexOf(':') + 1)))
  }
  return waiting.length
}

/** What is to leave, or has left, over the connection. */
export const postedOver = ({ rows }: CompanyWorld, connectionId: number) =>
  rows<{ id: number; to: string; body: string; template: string | null }>(
    `SELECT id, substr(chat, instr(chat, ':') + 1) AS "to", body, extra ->> '$.template.name' AS template FROM messages
     WHERE connection_id = ? AND from_me = 1 ORDER BY chat`,
    connectionId,
  )
