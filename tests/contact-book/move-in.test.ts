/** Contacts of another product: how each is reached, which are one person, what they bring along. */
import { describe, expect, test } from 'bun:test'
import { contactsMover } from '../../src/features/contact-book/moving-in/move-in'
import type { Family, SourceRows } from '../../src/moving-in/source'
import { movePlain, type PlainRows, plainSource, sumOf } from '../moving-in/plain-source'
import { type World, world } from '../support/world'

type ContactRow = Partial<SourceRows['contacts']>

const move = (w: World, rows: PlainRows, family: Family = 'ticketz', files: Record<string, string> = {}) =>
  movePlain(w, plainSource(rows, family), [contactsMover], { files })

type Shown = { readonly id: number; readonly name: string; readonly number: string | null; readonly name_by: string }
const contactsIn = (w: World) => w.rows<Shown>('SELECT * FROM contacts ORDER BY id')
const addressesIn = (w: World) =>
  w
    .rows<{ kind: string; value: string }>(
      'SELECT kind, value FROM contact_addresses ORDER BY contact_id, kind DESC, value',
    )
    .map(({ kind, value }) => `${kind} ${value}`)

describe('an address', () => {
  const cases: readonly (readonly [string, ContactRow, readonly string[], Family?])[] = [
    ['a mobile of Brazil', { number: '5521996124087' }, ['phone 5521996124087']],
    ['one without its ninth digit stays as WhatsApp wrote it', { number: '553196124087' }, ['phone 553196124087']],
    ['a mobile of Mexico as WhatsApp writes it', { number: '5215512345678' }, ['phone 5215512345678']],
    ['a mobile of Argentina', { number: '5491112345678' }, ['phone 5491112345678']],
    ['a number of Portugal', { number: '351912345678' }, ['phone 351912345678']],
    ['a number that somebody typed', { number: '+55 (21) 99612-4087' }, ['phone 5521996124087']],
    ['a typed number without country code', { number: '(21) 99612-4087' }, ['phone 5521996124087']],
    ['a JID for a number', { number: '5521996124087@s.whatsapp.net' }, ['phone 5521996124087']],
    ['a LID with its suffix', { number: '123456789012345@lid' }, ['lid 123456789012345']],
    ['a bare LID of fifteen digits', { number: '123456789012345' }, ['lid 123456789012345']],
    ['a bare LID that begins like Germany', { number: '49123456789012' }, ['lid 49123456789012']],
    ['digits whose JID is a LID', { number: '4912345678901', remoteJid: '4912345678901@lid' }, ['lid 4912345678901']],
    [
      'digits that are the LID of the row',
      { number: '4912345678901', lid: '4912345678901@lid' },
      ['lid 4912345678901'],
    ],
    [
      'a number and its LID',
      { number: '5521996124087', lid: '123456789012345@lid' },
      ['phone 5521996124087', 'lid 123456789012345'],
    ],
    [
      'a number whose JID is a LID',
      { number: '5521996124087', remoteJid: '987654321098765@lid' },
      ['phone 5521996124087', 'lid 987654321098765'],
    ],
    [
      'a bare LID whose JID is a number',
      { number: '123456789012345', remoteJid: '5521996124087@s.whatsapp.net' },
      ['phone 5521996124087', 'lid 123456789012345'],
    ],
    ['a group', { number: '120363012345678901', isGroup: true }, ['group 120363012345678901']],
    ['a group with its suffix', { number: '120363012345678901@g.us', isGroup: true }, ['group 120363012345678901']],
    [
      'a group from before 2021',
      { number: '5521996124087-1589123456', isGroup: true },
      ['group 5521996124087-1589123456'],
    ],
    ['a person on Facebook', { number: '4123456789012345', channel: 'facebook' }, ['psid 4123456789012345']],
    ['a person on Instagram', { number: '17841400000000001', channel: 'instagram' }, ['igsid 17841400000000001']],
    ['a person on Instagram, known to Izing alone', { number: '5512345678', channel: 'instagram' }, [], 'izing'],
    ['a person on Telegram', { number: '5511999887766', channel: 'telegram' }, []],
    ['no number', { number: '' }, []],
    ['too few digits', { number: '0' }, []],
    ['an address for status updates', { number: 'status@broadcast' }, []],
  ]
  for (const [name, row, expected, family] of cases)
    test(`${name} becomes ${expected.join(' and ') || 'a contact without address'}`, async () => {
      const w = world()
      const report = await move(w, { contacts: [{ name: 'Ana Prado', ...row }] }, family)
      expect(addressesIn(w)).toEqual([...expected])
      const phone = expected.find((one) => one.startsWith('phone '))?.slice(6) ?? null
      expect(contactsIn(w).map(({ number }) => number)).toEqual([phone])
      expect(report.of('contacts').imported).toBe(1)
      expect(report.noted.length).toBe(expected.length === 0 ? 1 : 0)
    })
})

describe('two rows of one person', () => {
  const twins: readonly (readonly [string, readonly ContactRow[], string, PlainRows?])[] = [
    ['with and without the ninth digit', [{ number: '5531996124087' }, { number: '553196124087' }], 'ninthDigit'],
    ['in both forms of Mexico', [{ number: '525512345678' }, { number: '5215512345678' }], 'ninthDigit'],
    ['in both forms of Argentina', [{ number: '541112345678' }, { number: '5491112345678' }], 'ninthDigit'],
    ['written twice', [{ number: '5531996124087' }, { number: '+55 31 99612-4087' }], 'repeated'],
    [
      'a number and a LID that its column joins',
      [{ number: '5531996124087', lid: '123456789012345' }, { number: '123456789012345@lid' }],
      'lid',
    ],
    [
      'a LID first, and its number later',
      [{ number: '123456789012345@lid' }, { number: '5531996124087', lid: '123456789012345' }],
      'lid',
    ],
    [
      'a number and a LID that a map joins',
      [{ number: '5531996124087' }, { number: '4912345678901' }],
      'lid',
      { lidMaps: [{ lid: '4912345678901@lid', contactId: '1' }] },
    ],
    [
      'a group twice',
      [
        { number: '120363012345678901', isGroup: true },
        { number: '120363012345678901@g.us', isGroup: true },
      ],
      'repeated',
    ],
  ]
  for (const [name, contacts, reason, more] of twins)
    test(`${name} become one contact and a merge`, async () => {
      const w = world()
      const report = await move(w, { contacts: contacts.map((row) => ({ name: 'Ana Prado', ...row })), ...more })
      expect(contactsIn(w)).toHaveLength(1)
      expect(report.of('contacts')).toEqual({ imported: 1, merged: { [reason]: 1 }, skipped: {} })
      expect(w.rows<{ kept_id: number }>('SELECT kept_id FROM contact_merges').map((one) => one.kept_id)).toEqual([
        contactsIn(w)[0]?.id ?? 0,
      ])
      const ours = w.rows<{ ours: number }>(`SELECT DISTINCT ours FROM moved_ids WHERE kind = 'contacts'`)
      expect(ours.map((one) => one.ours)).toEqual(contactsIn(w).map(({ id }) => id))
    })

  test('three rows become one contact when the last joins the first two', async () => {
    const w = world()
    const contacts = [
      { name: 'Ana', number: '5531996124087' },
      { name: 'Ana Prado', number: '123456789012345@lid' },
      { name: 'Ana P.', number: '553196124087', lid: '123456789012345@lid' },
    ]
    const report = await move(w, { contacts })
    expect(contactsIn(w)).toHaveLength(1)
    expect(sumOf(report.of('contacts'))).toBe(3)
    expect(addressesIn(w)).toEqual(['phone 553196124087', 'phone 5531996124087', 'lid 123456789012345'])
  })

  test('a LID that the product gave to two numbers joins nobody', async () => {
    const w = world()
    const lid = '123456789012345'
    await move(w, {
      contacts: [
        { number: '5531996124087', lid },
        { number: '5531996124088', lid },
      ],
    })
    expect(contactsIn(w).map(({ number }) => number)).toEqual(['5531996124087', '5531996124088'])
  })
})

describe('a name', () => {
  const names: readonly (readonly [string, ContactRow, string, string])[] = [
    ['stays, and an attendant has given it', { name: 'Ana Prado', number: '5531996124087' }, 'Ana Prado', 'person'],
    [
      'that is the number is none',
      { name: '5531996124087', number: '5531996124087' },
      '+55 (31) 99612-4087',
      'channel',
    ],
    ['that is empty is none', { name: '', number: '5531996124087' }, '+55 (31) 99612-4087', 'channel'],
    ['that is the LID is none', { name: '123456789012345', number: '123456789012345' }, '123456789012345', 'channel'],
    ['of one dot stays', { name: '.', number: '5531996124087' }, '.', 'person'],
    ['is one line without tabs', { name: 'Ana\t"Prado"\n<b>', number: '5531996124087' }, 'Ana "Prado" <b>', 'person'],
    ['is cut at a hundred signs', { name: 'a'.repeat(255), number: '5531996124087' }, 'a'.repeat(100), 'person'],
  ]
  for (const [what, row, name, by] of names)
    test(what, async () => {
      const w = world()
      await move(w, { contacts: [row] })
      expect(contactsIn(w).map((one) => [one.name, one.name_by])).toEqual([[name, by]])
    })
})

test('custom fields come along, whole as far as they fit', async () => {
  const w = world()
  const contactFields = [
    { contactId: '1', name: 'CPF', value: '52998224725' },
    { contactId: '2', name: 'CPF', value: '52998224725' },
    { contactId: '1', name: '', value: 'x' },
    { contactId: '9', name: 'Cidade', value: 'Niterói' },
    { contactId: '1', name: 'n'.repeat(60), value: 'v'.repeat(600) },
    ...Array.from({ length: 50 }, (_, at) => ({ contactId: '1', name: `Campo ${at}`, value: 'sim' })),
  ]
  const contacts = [{ number: '5531996124087' }, { number: '553196124087' }]
  const report = await move(w, { contacts, contactFields })
  expect(report.of('contactFields')).toEqual({
    imported: 50,
    merged: { repeated: 1 },
    skipped: { empty: 1, noContact: 1, leftOut: 2 },
  })
  expect(sumOf(report.of('contactFields'))).toBe(contactFields.length)
  expect(report.noted.filter(({ reason }) => reason === 'cut')).toHaveLength(1)
  const lengths = w.rows<{ n: number; v: number }>(
    'SELECT max(length(name)) AS n, max(length(value)) AS v FROM contact_extra_info',
  )
  expect(lengths).toEqual([{ n: 50, v: 500 }])
})

test('pictures come along by file', async () => {
  const w = world()
  const contacts = [
    { number: '5531996124087', picture: 'company1/contacts/a.jpg' },
    { number: '5531996124088', picture: 'company1/contacts/gone.jpg' },
    { number: '5531996124089' },
  ]
  const report = await move(w, { contacts }, 'saas2025', { 'company1/contacts/a.jpg': 'a picture' })
  const shown = w.rows<{ has: number }>(
    'SELECT picture IS NOT NULL AND picture_url IS NOT NULL AS has FROM contacts ORDER BY id',
  )
  expect(shown.map(({ has }) => has)).toEqual([1, 0, 0])
  expect(report.noted).toEqual([{ what: 'contacts', reason: 'fileMissing', detail: 'company1/contacts/gone.jpg' }])
})

test('switches, e-mail and birthday: what has a counterpart comes, the rest is reported', async () => {
  const w = world()
  const contacts = [
    {
      number: '5531996124087',
      active: false,
      acceptsAudio: false,
      disableBot: true,
      email: ' Ana@Exemplo.com ',
      birthDate: '1990-05-17',
      createdAt: 5,
    },
    { number: '5531996124088', email: 'no address' },
  ]
  const report = await move(w, { contacts })
  expect(w.rows('SELECT active, accept_audio, disable_bot, email, created_at FROM contacts ORDER BY id')).toEqual([
    { active: 0, accept_audio: 0, disable_bot: 1, email: 'ana@exemplo.com', created_at: 5 },
    { active: 1, accept_audio: 1, disable_bot: 0, email: null, created_at: w.clock.now() },
  ])
  expect(report.noted.map(({ reason }) => reason)).toEqual(['noCounterpart', 'invalidEmail'])
})

test('a second run adds only what is new, and finds who wrote here first', async () => {
  const w = world()
  const contacts: ContactRow[] = [{ number: '5531996124087' }, { number: '553196124087' }]
  await move(w, { contacts })
  const here = w.contact({ name: 'Davi', number: '5531996124090' })
  contacts.push({ name: 'Bia', number: '5531996124089' }, { name: 'Davi lá', number: '553196124090' })
  const report = await move(w, { contacts })
  expect(report.of('contacts')).toEqual({ imported: 1, merged: { alreadyHere: 3 }, skipped: {} })
  expect(contactsIn(w)).toHaveLength(3)
  expect(w.rows(`SELECT ours FROM moved_ids WHERE kind = 'contacts' AND theirs = '4'`)).toEqual([{ ours: here.id }])
})
