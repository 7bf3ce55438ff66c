/** Mobiles of Brazil, Mexico and Argentina have two written forms, and a contact is found by either, everywhere. */
import { describe, expect, test } from 'bun:test'
import { companies } from '../../src/tenancy/tables'
import { upload } from '../bulk-import/support'
import { LOJA } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { until } from '../support/until'
import { world } from '../support/world'

const forms = [
  ['America/Sao_Paulo', '5511988010001', '551188010001', '(11) 98801-0001', '11 8801-0001'],
  ['America/Mexico_City', '5215512345678', '525512345678', '+52 1 55 1234 5678', '55 1234 5678'],
  ['America/Buenos_Aires', '5491123456789', '541123456789', '011 15 2345-6789', '11 2345-6789'],
] as const

/** A company in such a zone, whose connection has no number. */
function placeIn(timeZone: string) {
  const w = world()
  w.server.databases.writableControl().update(companies).set({ timeZone }).run()
  w.rows('UPDATE connections SET number = NULL RETURNING id')
  return w
}
type Place = ReturnType<typeof world>
function saveAna(w: Place, number: string) {
  const [row] = w.rows<{ id: number }>(
    `INSERT INTO contacts (name, name_folded, number, created_at) VALUES ('Ana', 'ana', '${number}', 0) RETURNING id`,
  )
  w.rows(
    `INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('phone', '${number}', ${row?.id}) RETURNING 1`,
  )
}
const numbers = (w: Place) => w.rows<{ number: string }>('SELECT number FROM contacts ORDER BY id')

describe.each(forms)('in %s, %s and %s', (timeZone, long, short, longTyped, shortTyped) => {
  for (const [stored, arrives, typed] of [
    [long, short, shortTyped],
    [short, long, longTyped],
  ] as const) {
    test(`${stored} is who writes as ${arrives}, and has WhatsApp’s form then`, () => {
      const w = placeIn(timeZone)
      saveAna(w, stored)
      w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [phone(arrives), lid('7')], body: 'oi' }))
      expect(numbers(w)).toEqual([{ number: arrives }])
    })

    test(`${stored} takes what WhatsApp answers at a look-up as its address`, async () => {
      const w = placeIn(timeZone)
      saveAna(w, stored)
      w.telephones.register(stored, [phone(arrives), lid('7')])
      await w.admin().request(`/api/contacts/check/+${stored}`)
      expect(numbers(w)).toEqual([{ number: arrives }])
      w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [lid('7')], body: 'oi' }))
      expect(numbers(w)).toHaveLength(1)
    })

    test(`${stored} is found by “${typed}” in the form, the import and the API`, async () => {
      const w = placeIn(timeZone)
      const admin = w.admin()
      await admin.json('/api/contacts', 'POST', { name: 'Ana', number: `+${stored}` })
      const found = await admin.request(`/api/contact?number=${encodeURIComponent(typed)}`)
      expect(await found.json()).toMatchObject({ name: 'Ana' })
      const again = await admin.json('/api/contacts', 'POST', { name: 'Ana outra vez', number: typed })
      expect(await again.json()).toMatchObject({ error: 'ERR_DUPLICATED_CONTACT' })
      const { id } = await upload(admin, `Nome;Telefone\nAna;${typed}`)
      await admin.json(`/api/contacts/imports/${id}/start`, 'POST', {
        columns: ['name', 'number'],
        headRows: 1,
        updateExisting: true,
      })
      await until(() => w.rows("SELECT 1 FROM imports WHERE state <> 'done'").length === 0, 'the import')
      expect(numbers(w)).toHaveLength(1)
    })
  }

  test('two records of earlier releases become one at the next message', () => {
    const w = placeIn(timeZone)
    saveAna(w, long)
    saveAna(w, short)
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [phone(short), lid('7')], body: 'oi' }))
    expect(numbers(w)).toEqual([{ number: short }])
  })
})

test('an imported cell keeps its other numbers as facts of the contact', async () => {
  const w = world()
  const admin = w.admin()
  const { id } = await upload(admin, 'Nome;Telefone\nAna;(11) 3333-1111 / 98801-0002 / (11) 98801-0003')
  await admin.json(`/api/contacts/imports/${id}/start`, 'POST', {
    columns: ['name', 'number'],
    headRows: 1,
    updateExisting: false,
  })
  await until(() => w.rows("SELECT 1 FROM imports WHERE state <> 'done'").length === 0, 'the import')
  expect(numbers(w)).toEqual([{ number: '5511988010002' }])
  expect(w.rows('SELECT name, value FROM contact_extra_info ORDER BY id')).toEqual([
    { name: 'Telefone', value: '+55 (11) 98801-0003' },
    { name: 'Telefone 2', value: '+55 (11) 3333-1111' },
  ])
})
