/** After an erasure, nothing in the company's file identifies the person: no table, no index, no freed page. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { tenantPath } from '../../src/platform/databases'
import { checkpoint } from '../../src/platform/sqlite'
import { writeSetting } from '../../src/settings/settings'
import { addList, campaignCompany, numberOf, people } from '../campaigns/support'
import { LOJA } from '../support/company-world'
import { runJob } from '../support/jobs'
import { lid, phone } from '../support/telephones'

const [NUMBER, SHORT, LID, MAIL] = ['5521967812345', '552167812345', '70707070707', 'zenobia@exemplo.com.br']
const NAME = 'Zenóbia Quaresma'
/** Forms that a row or an index may contain. */
const TRACES = [NUMBER, SHORT, '67812345', LID, MAIL, 'Zenóbia', 'zenobia', 'quaresma', 'zquaresma', 'segredo-dela']

/** A person with every kind of data a company can store, and others who stay. */
async function known() {
  const there = await campaignCompany()
  const { w, admin, make, act, run, quiet, asked } = there
  writeSetting(w.db, 'userRating', 'enabled')
  const zenobia = { chat: [{ ...lid(LID), username: 'zquaresma' }, phone(NUMBER)], pushName: NAME }
  const says = (body: string) => w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ ...zenobia, body }))
  const other = w.contact({ name: 'Maria Alves', number: numberOf(9) })
  says(`Sou a ${NAME}, meu número é ${NUMBER} e a senha segredo-dela`)
  const [contact] = w.rows<{ id: number }>('SELECT id FROM contacts WHERE number = ?', NUMBER)
  const id = contact?.id ?? 0
  await asked(`/api/contacts/${id}`, 'PUT', {
    name: NAME,
    email: MAIL,
    extraInfo: [{ name: 'Mãe', value: 'segredo-dela' }],
  })
  await asked(`/api/contacts/${id}`, 'PUT', { name: `${NAME} Lima` })
  await asked(`/api/contacts/${id}`, 'PUT', { name: NAME })
  await asked('/api/ticket-notes', 'POST', { ticketId: 1, note: `${NAME} paga tarde` })
  await asked('/api/messages/1', 'POST', { body: `Bom dia, ${NAME}` })
  await asked('/api/tickets/1', 'PUT', { status: 'open' })
  const { id: ratingId } = await asked<{ id: number }>('/api/ratings', 'POST', {
    name: 'Satisfação',
    type: 'csat',
    message: 'Como foi?',
    asksComment: true,
    commentMessage: 'Por quê?',
  })
  await asked('/api/tickets/1', 'PUT', { status: 'closed', ratingId })
  says('1')
  says('segredo-dela')
  const sendAt = new Date(w.clock.now() + 3_600_000).toISOString()
  await asked('/api/schedules', 'POST', { contactId: id, whatsappId: LOJA, body: `Oi ${NAME}`, sendAt })
  // Merged with a duplicate contact.
  const twin = w.contact({ name: NAME, number: SHORT })
  await asked('/api/contacts/merge', 'POST', { sourceContactId: twin.id, targetContactId: id, mergedData: {} })
  const contactListId = addList(w, [...people(2), { name: NAME, number: NUMBER }])
  await asked('/api/contact-list-items', 'POST', {
    contactListId: addList(w, []),
    name: NAME,
    number: SHORT,
    email: MAIL,
  })
  const campaign = await make({ contactListId, message1: 'Olá, {{name}} de {{number}}' })
  await act(campaign.id, 'start')
  run()
  await quiet()
  says(`Respondo: ${NAME}`)
  w.rows("UPDATE tickets SET status = 'closed', user_id = NULL RETURNING id")
  await asked(`/api/campaigns/${campaign.id}/test`, 'POST', { number: NUMBER })
  await quiet()
  await asked('/api/opt-outs', 'POST', { number: NUMBER })
  await asked(`/api/contacts/block/${id}`, 'PUT', { active: false })
  w.rows('INSERT INTO phone_chats VALUES (?, ?, ?, ?, ?, ?) RETURNING 1', LOJA, 'phone', NUMBER, 'lid', LID, NAME)
  w.rows(
    `INSERT INTO imports (target, file_name, state, columns, head_rows, total, user_id, user_name, created_at)
     VALUES ('contacts', 'a.csv', 'done', '[]', 0, 1, ?, 'Chefe', 0) RETURNING id`,
    admin.userId,
  )
  w.rows("INSERT INTO import_errors SELECT id, 1, '(21) 96781-2345', 'x' FROM imports RETURNING line")
  w.whatsapp.person(numberOf(9)).says('A quaresma começa amanhã')
  await runJob(w.server, 'messages.index')
  return { ...there, id, campaign, other }
}

/** The traces found in the file. */
function left(path: string) {
  const bytes = readFileSync(path)
  return TRACES.filter((trace) => bytes.includes(trace))
}

test('leaves neither number nor name in the file, and keeps messages and counters of others', async () => {
  const { w, admin, id, campaign, rowsOf, counters, other } = await known()
  const path = tenantPath(w.dataDir, w.tenant.uuid)
  w.db.$client.exec('VACUUM') // pages freed earlier are overwritten only as the file fills
  checkpoint(w.db.$client)
  expect(left(path)).toEqual(TRACES)
  const before = await counters(campaign.id)
  const answer = await admin.request(`/api/contacts/${id}/personal-data`, { method: 'DELETE' })
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])

  const tables = w.rows<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  for (const { name } of tables)
    for (const trace of TRACES.filter((one) => one !== 'quaresma'))
      expect([name, trace, JSON.stringify(w.rows(`SELECT * FROM "${name}"`)).includes(trace)]).toEqual([
        name,
        trace,
        false,
      ])
  checkpoint(w.db.$client)
  expect(left(path)).toEqual(['quaresma']) // in a message of somebody else

  expect(await counters(campaign.id)).toEqual(before)
  expect((await rowsOf(campaign.id)).map(({ name, number }) => [name, number])).toContainEqual(['', null])
  const found = (await (await admin.request('/api/messages/search?searchParam=quaresma')).json()) as {
    hits?: unknown[]
  }
  expect(JSON.stringify(found)).toContain('A quaresma')
  expect((await admin.request(`/api/contacts/${other.id}`)).status).toBe(200)
  const { entries } = (await (await admin.request('/api/audit-log')).json()) as {
    entries: { kind: string; act: string }[]
  }
  expect(entries[0]).toMatchObject({ kind: 'contact', act: 'delete', subjectId: id, subjectName: '' } as object)
})
