/** Nothing that the lists hide from an attendant is shown elsewhere, whatever id stands in a body, a query or a path. */
import { expect, test } from 'bun:test'
import { MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { SALES, SUPPORT } from '../support/company-world'
import { isLong } from '../support/long'
import { quiet } from '../support/until'
import { bare, bodySchemas } from './bodies'
import type { Ids } from './furnish'
import { furnishedWorld } from './furnished'
import type { Example } from './module-files'
import { keyOf, methodOf, routeTable } from './route-table'

const MARK = 'SEGREDO'

/** Texts of rows that belong to conversations, contacts, or one person. */
const marked: Readonly<Record<string, readonly string[]>> = {
  contacts: ['name', 'email'],
  contact_extra_info: ['value'],
  contact_list_items: ['name'],
  messages: ['body'],
  tickets: ['last_message'],
  ticket_notes: ['note'],
  schedules: ['body'],
  chats: ['title'],
  chat_messages: ['body'],
  tasks: ['text', 'description'],
  events: ['title', 'description'],
  emails: ['subject', 'message'],
  email_recipients: ['address'],
  ai_chats: ['title'],
  ai_turns: ['prompt', 'answer'],
  campaigns: ['name'],
  report_views: ['name'],
}

/** They show a contact to those who enter the whole number or username. */
const byWholeNumber = ['POST /api/contacts/username', 'GET /api/contact/']

/** Fields and parameters that refer to something. */
const refers = /ids?$|quotedMsg|contacts|mentioned|parent|users?$/i
const searches = /search|name|number|queues|tags/i

async function place(isMember: boolean) {
  const { w, ids } = await furnishedWorld()
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  writeSetting(w.db, 'restrictedContactSearch', 'enabled')
  w.rows('UPDATE queues SET is_restricted = 1 WHERE id IN (?, ?) RETURNING id', SALES, ids.queue)
  for (const [table, columns] of Object.entries(marked))
    for (const column of columns) w.db.$client.exec(`UPDATE ${table} SET ${column} = '${MARK} ${table}'`)
  // A member of the queues has another connection; who is no member has none of theirs either.
  const other = w.connection({ open: false }).id
  const spy = w.attendant(isMember ? [SALES, ids.queue] : [SUPPORT], { connections: [other] })
  await quiet()
  spy.forget()
  return { w, ids, spy }
}

const targetsOf = ({ contact, freeContact, ticket, closed, message, own, queue, user, connection }: Ids) =>
  new Set([contact, freeContact, ticket, closed, message, own, queue, user, connection, 1, 2, 3])

/** The example, also without its references, and with each reference to each target. */
function* variantsOf(
  key: string,
  ids: Ids,
  fields: readonly Field[],
  parameters: readonly string[],
): Generator<Example> {
  const example = routeTable[key]?.example(ids) ?? expect.unreachable()
  const { path } = example
  const body = example.body as object | undefined // examples are objects
  const plain = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !refers.test(name)))
  yield example
  if (body) yield { path, body: plain }
  for (const { name, isList } of fields)
    for (const id of targetsOf(ids))
      for (const rest of [body, plain]) yield { path, body: { ...rest, [name]: isList ? [id] : id } }
  const [address, given] = path.split('?')
  for (const name of parameters) {
    const values = searches.test(name) ? ['segredo', 'contacts', '551190000'] : []
    for (const value of [...values, ...[...targetsOf(ids)].flatMap((id) => [String(id), `[${id}]`])]) {
      const query = new URLSearchParams(given)
      query.set(name, value)
      yield { path: `${address}?${query}`, ...(body && { body }) }
    }
  }
}
type Field = { readonly name: string; readonly isList: boolean }

test.each([...(isLong ? [true] : []), false])('whether a member of its queue or not: %p', async (isMember) => {
  let shared = await place(isMember)
  const schemas = bodySchemas(shared.w)
  const shown: string[] = []
  for (const route of shared.w.app.routes) {
    const key = keyOf(route)
    const line = routeTable[key]
    if (line?.opens !== 'session' || line.example(shared.ids).form || byWholeNumber.includes(key)) continue
    if (/logout|simulator/.test(key)) continue
    if (!key.startsWith('GET')) shared = await place(isMember)
    const { w, ids, spy } = shared
    const schema = schemas.get(key)
    const fields = Object.entries((schema && bare(schema).entries) ?? {})
      .filter(([name]) => refers.test(name))
      .map(([name, node]) => ({ name, isList: bare(node).type === 'array' }))
    const { properties = {} } = ((route.hooks as { query?: unknown }).query ?? {}) as { properties?: object } // as TypeBox keeps them
    const parameters = Object.keys(properties).filter((name) => refers.test(name) || searches.test(name))
    for (const { path, body } of variantsOf(key, ids, fields, parameters)) {
      const init = key.startsWith('GET') || body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json' }
      const answer = await spy.request(path, { method: methodOf(key), headers, ...init })
      const text = await answer.text()
      if (answer.status === 429) w.clock.forward(MINUTE)
      const heard = JSON.stringify(spy.frames)
      spy.forget()
      if (`${text}${heard}`.includes(MARK)) shown.push(`${key} ${path} ${JSON.stringify(body)}`)
    }
  }
  expect(shown).toEqual([])
})
