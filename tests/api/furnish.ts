/** Creates one row of everything in a company, for the walks over all routes. */
import { type CompanyWorld, LOJA, SALES } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { until } from '../support/until'
import { moduleFiles } from './module-files'

/** Ids of a company's example rows; modules add theirs. */
export interface Ids {
  readonly ticket: number
  readonly uuid: string
  /** A closed ticket, the only one of its contact. */
  readonly closed: number
  readonly contact: number
  /** A contact without a ticket. */
  readonly freeContact: number
  readonly connection: number
  /** A connection that is not linked to a phone. */
  readonly stopped: number
  readonly queue: number
  readonly user: number
  readonly message: number
  /** A recent text message of the company. */
  readonly own: number
  /** Deleted for everyone by its sender. */
  readonly deleted: number
  readonly failed: number
  /** In the outbox. */
  readonly waiting: number
  readonly media: number
  readonly lostMedia: number
  /** A merge of two contacts. */
  readonly merge: number
}

/** Creates one row of everything, with `mark` in every text. */
export async function furnish(company: CompanyWorld, mark: string, lap = 0): Promise<Ids> {
  const number = (n: number) => `5511900000${lap}${n}0`
  const named = (name: string) => `${mark} ${name}${lap || ''}`
  const admin = company.attendant([SALES], { profile: 'admin', name: `${mark} Chefe`, farewell: `${mark} até logo` })
  const stopped = company.connection({ name: named('parada'), open: false, complationMessage: `${mark} obrigado` }).id
  const queue = company.queue({ name: named('fila') })
  company.rows('UPDATE queues SET name = ? WHERE id = ? RETURNING id', named('Vendas'), SALES)
  company.rows('UPDATE connections SET name = ? WHERE id = ? RETURNING id', named('Loja'), LOJA)
  company.rows('INSERT INTO user_queues VALUES (?, ?) RETURNING user_id', admin.userId, queue)
  const maria = company.whatsapp.person(number(1), { name: `${mark} Maria` })
  maria.says(`${mark} primeira mensagem`)
  maria.says('', {
    kind: 'image',
    media: {
      mimetype: 'image/png',
      name: `${mark}.png`,
      size: 3,
      seconds: null,
      width: null,
      height: null,
      waveform: null,
      thumbnail: null,
      downloadKey: 'no such file',
      sha256: null,
    },
  })
  const {
    id: ticket,
    uuid,
    contactId: contact,
  } = company.ticketNow(company.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id ?? 0)
  const put = (body: object) => admin.json(`/api/tickets/${ticket}`, 'PUT', body)
  await put({ status: 'open', queueId: queue })
  const ids = (sql: string) => company.rows<{ id: number }>(sql).map(({ id }) => id)
  const [message = 0] = ids('SELECT min(id) AS id FROM messages WHERE ticket_id = (SELECT max(id) FROM tickets)')
  const [lostMedia = 0] = ids('SELECT max(id) AS id FROM messages')
  await admin.json(`/api/messages/${ticket}`, 'POST', { body: `${mark} resposta` })
  const [failed = 0] = ids('SELECT max(id) AS id FROM messages')
  const left = (id: number) => company.rows('SELECT 1 FROM outbox WHERE message_id = ?', id).length === 0
  await until(() => left(failed), 'the message sent')
  company.rows("UPDATE messages SET ack = 0, failure = 'rejected' WHERE id = ? RETURNING id", failed)
  await admin.json(`/api/messages/${ticket}`, 'POST', { body: `${mark} na fila` })
  const [waiting = 0] = ids('SELECT max(id) AS id FROM messages')
  await until(() => left(waiting), 'the message sent')
  company.rows(
    'INSERT INTO outbox (connection_id, contact_id, message_id, next_at, created_at) SELECT ?, contact_id, id, 0, 0 FROM messages WHERE id = ? RETURNING id',
    stopped,
    waiting,
  )
  company.rows('UPDATE messages SET ack = 1 WHERE id = ? RETURNING id', waiting)
  const gone = maria.says(`${mark} apagada`)
  const [deleted = 0] = ids('SELECT max(id) AS id FROM messages')
  maria.deletes(gone)
  await admin.json(`/api/messages/${ticket}`, 'POST', { body: `${mark} editável` })
  const [own = 0] = ids('SELECT max(id) AS id FROM messages')
  const form = new FormData()
  form.append('medias', new File([`${mark} segredo`], `${mark}.txt`))
  await admin.request(`/api/messages/${ticket}`, { method: 'POST', body: form })
  const [media = 0] = ids('SELECT max(id) AS id FROM messages')
  await until(
    () => company.rows('SELECT 1 FROM contacts WHERE id = ? AND picture_checked_at > 0', contact).length === 1,
    'a picture',
  )
  company.rows(
    `UPDATE contacts SET picture = (SELECT json_extract(media, '$.file') FROM messages WHERE id = ?) WHERE id = ? RETURNING id`,
    media,
    contact,
  )
  await put({ isMarkUnread: true })
  company.whatsapp.person(number(2), { name: `${mark} João` }).says(`${mark} oi`)
  const [closed = 0] = ids('SELECT max(id) AS id FROM tickets')
  company.rows("UPDATE tickets SET status = 'closed' WHERE id = ? RETURNING id", closed)
  const rui = company.whatsapp.person(number(4), { name: `${mark} Rui`, lid: number(5) })
  rui.says(`${mark} oi`, { chat: [lid(number(5))] })
  rui.says(`${mark} oi`, { chat: [phone(number(4))] })
  rui.says(`${mark} sou eu`)
  const [merge = 0] = ids('SELECT max(id) AS id FROM contact_merges')
  const freeContact = company.contact({ name: `${mark} Sem conversa`, number: number(3) }).id
  const core = {
    ticket,
    uuid,
    closed,
    contact,
    freeContact,
    connection: LOJA,
    stopped,
    queue,
    user: admin.userId,
    message,
    own,
    deleted,
    failed,
    waiting,
    media,
    lostMedia,
    merge,
  } satisfies Partial<Ids>
  const all = { ...core } as Ids // each module adds its own
  for (const module of moduleFiles) Object.assign(all, await module.furnish?.(company, all, { mark, lap }))
  return all
}
