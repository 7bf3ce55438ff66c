/** Contacts of another product: how each is reached, which are one person, what they bring along. */
import { describe, expect, test } from 'bun:test'
import { recogniseContact } from '../../src/contacts/actions'
import { listMerges, undoMerge } from '../../src/features/contact-book/merging/unmerge'
import { contactsMover } from '../../src/features/contact-book/moving-in/move-in'
import type { Reason } from '../../src/moving-in/contract'
import type { Family, SourceRows } from '../../src/moving-in/source'
import { getColumn, getRows } from '../../src/platform/sql'
import { countDifferences } from '../../src/tickets/figures/recount'
import { messageMover } from '../../src/tickets/moving-in/move-messages'
import { ticketFinisher, ticketMover } from '../../src/tickets/moving-in/ticket-movers'
import { findActor } from '../../src/users/people'
import { furnishing, type PlainRows, plainSource, sumOf } from '../moving-in/plain-source'
import { filesOf, type MovedIn, type MoveOptions, moveIn } from '../moving-in/support'

type ContactRow = Partial<SourceRows['contacts']>

const move = (rows: PlainRows, family: Family = 'ticketz', options: MoveOptions = {}) =>
  moveIn(plainSource(rows, family), { movers: [contactsMover], ...options })

type Shown = { readonly id: number; readonly name: string; readonly number: string | null; readonly name_by: string }
const contactsIn = ({ db }: MovedIn) => getRows<Shown>(db, 'SELECT * FROM contacts ORDER BY id')
const addressesIn = ({ db }: MovedIn) =>
  getRows<{ kind: string; value: string }>(
    db,
    'SELECT kind, value FROM contact_addresses ORDER BY contact_id, kind DESC, value',
  ).map(({ kind, value }) => `${kind} ${value}`)

describe('an address', () => {
  const cases: readonly (readonly [string, ContactRow, readonly string[], Family?])[] = [
    ['a mobile of Brazil', { number: '5521996124087' }, ['phone 5521996124087']],
    ['one without its ninth digit stays as WhatsApp wrote it', { number: '553196124087' }, ['phone 553196124087']],
    ['a mobile of Mexico as WhatsApp writes it', { number: '5215512345678' }, ['phone 5215512345678']],
    ['a mobile of Argentina', { number: '5491112345678' }, ['phone 5491112345678']],
    ['a number of Portugal', { number: '351912345678' }, ['phone 351912345678']],
    ['a number that somebody typed', { number: '+55 (21) 99612-4087' }, ['phone 5521996124087']],
    ['a typed number without country code', { number: '(21) 99612-4087' }, ['phone 5521996124087']],
    ['a typed number with the zero before its area', { number: '021996124087' }, ['phone 5521996124087']],
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
    ['a group that is not marked as one', { number: '120363012345678901' }, ['group 120363012345678901']],
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
      const moved = await move({ contacts: [{ name: 'Ana Prado', ...row }] }, family)
      expect(addressesIn(moved)).toEqual([...expected])
      const phone = expected.find((one) => one.startsWith('phone '))?.slice(6) ?? null
      expect(contactsIn(moved).map(({ number }) => number)).toEqual([phone])
      expect([moved.imported('contacts'), moved.missing]).toEqual([1, []])
      expect(Object.keys(moved.tally.noted)).toHaveLength(expected.length === 0 ? 1 : 0)
    })
})

describe('two rows of one person', () => {
  const twins: readonly (readonly [string, readonly ContactRow[], Reason, PlainRows?])[] = [
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
      const moved = await move({ contacts: contacts.map((row) => ({ name: 'Ana Prado', ...row })), ...more })
      expect(contactsIn(moved)).toHaveLength(1)
      expect([moved.imported('contacts'), moved.merged('contacts', reason), moved.missing]).toEqual([1, 1, []])
      expect(getColumn<number>(moved.db, 'SELECT kept_id FROM contact_merges')).toEqual([contactsIn(moved)[0]?.id ?? 0])
      const ours = getColumn<number>(moved.db, `SELECT DISTINCT ours FROM moved_ids WHERE kind = 'contacts'`)
      expect(ours).toEqual(contactsIn(moved).map(({ id }) => id))
    })

  test('three rows become one contact when the last joins the first two', async () => {
    const contacts = [
      { name: 'Ana', number: '5531996124087' },
      { name: 'Ana Prado', number: '123456789012345@lid' },
      { name: 'Ana P.', number: '553196124087', lid: '123456789012345@lid' },
    ]
    const moved = await move({ contacts })
    expect(contactsIn(moved)).toHaveLength(1)
    expect(sumOf(moved, 'contacts')).toBe(3)
    expect(addressesIn(moved)).toEqual(['phone 553196124087', 'phone 5531996124087', 'lid 123456789012345'])
  })

  test('a LID that the product gave to two numbers joins nobody', async () => {
    const lid = '123456789012345'
    const moved = await move({
      contacts: [
        { number: '5531996124087', lid },
        { number: '5531996124088', lid },
      ],
    })
    expect(contactsIn(moved).map(({ number }) => number)).toEqual(['5531996124087', '5531996124088'])
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
    ['of one dot is none', { name: '.', number: '5531996124087' }, '+55 (31) 99612-4087', 'channel'],
    [
      'that was read in the wrong encoding is repaired',
      { name: 'JoÃ£o AraÃºjo 🌸'.slice(0, 13), number: '5531996124087' },
      'João Araújo',
      'person',
    ],
    ['is one line without tabs', { name: 'Ana\t"Prado"\n<b>', number: '5531996124087' }, 'Ana "Prado" <b>', 'person'],
    ['is cut at a hundred signs', { name: 'a'.repeat(255), number: '5531996124087' }, 'a'.repeat(100), 'person'],
  ]
  for (const [what, row, name, by] of names)
    test(what, async () => {
      const moved = await move({ contacts: [row] })
      expect(contactsIn(moved).map((one) => [one.name, one.name_by])).toEqual([[name, by]])
    })
})

test('custom fields come along, whole as far as they fit', async () => {
  const contactFields = [
    { contactId: '1', name: 'CPF', value: '52998224725' },
    { contactId: '2', name: 'CPF', value: '52998224725' },
    { contactId: '1', name: '', value: 'x' },
    { contactId: '9', name: 'Cidade', value: 'Niterói' },
    { contactId: '1', name: 'n'.repeat(60), value: 'v'.repeat(600) },
    ...Array.from({ length: 50 }, (_, at) => ({ contactId: '1', name: `Campo ${at}`, value: 'sim' })),
  ]
  const contacts = [{ number: '5531996124087' }, { number: '553196124087' }]
  const moved = await move({ contacts, contactFields })
  expect([moved.imported('contactFields'), moved.merged('contactFields', 'repeated'), moved.missing]).toEqual([
    50,
    1,
    [],
  ])
  const skipped = (['empty', 'noContact', 'leftOut'] as const).map((reason) => moved.skipped('contactFields', reason))
  expect(skipped).toEqual([1, 1, 2])
  expect(moved.noted('contactFields', 'cut')).toBe(1)
  const lengths = getRows(moved.db, 'SELECT max(length(name)) AS n, max(length(value)) AS v FROM contact_extra_info')
  expect(lengths).toEqual([{ n: 50, v: 500 }])
})

test('pictures come along by file', async () => {
  const contacts = [
    { number: '5531996124087', picture: 'company1/contacts/a.jpg' },
    { number: '5531996124088', picture: 'company1/contacts/gone.jpg' },
    { number: '5531996124089' },
  ]
  const files = filesOf({ 'company1/contacts/a.jpg': 'a picture' })
  const moved = await move({ contacts }, 'saas2025', { files, typeOf: async () => 'image/jpeg' })
  const shown = 'SELECT picture IS NOT NULL AND picture_url IS NOT NULL FROM contacts ORDER BY id'
  expect(getColumn<number>(moved.db, shown)).toEqual([1, 0, 0])
  expect(moved.details['files fileMissing']).toEqual(['company1/contacts/gone.jpg'])
})

test('switches, e-mail and birthday: what has a counterpart comes, the rest is reported', async () => {
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
  const moved = await move({ contacts })
  expect(
    getRows<object>(moved.db, 'SELECT active, accept_audio, disable_bot, email, created_at FROM contacts ORDER BY id'),
  ).toEqual([
    { active: 0, accept_audio: 0, disable_bot: 1, email: 'ana@exemplo.com', created_at: 5 },
    { active: 1, accept_audio: 1, disable_bot: 0, email: null, created_at: moved.cx.now() },
  ])
  expect([moved.noted('contacts', 'noCounterpart'), moved.noted('contacts', 'invalidEmail')]).toEqual([1, 1])
})

test('a second run adds only what is new, and finds who wrote here first', async () => {
  const contacts: ContactRow[] = [{ number: '5531996124087' }, { number: '553196124087' }]
  const moved = await move({ contacts })
  const addresses = [{ kind: 'phone', value: '5531996124090' }] as const
  const here = recogniseContact(moved.cx, { addresses, name: 'Davi', isGroup: false })
  contacts.push({ name: 'Bia', number: '5531996124089' }, { name: 'Davi lá', number: '553196124090' })
  const again = await moved.again(plainSource({ contacts }))
  expect([again.imported('contacts'), again.merged('contacts', 'alreadyHere'), again.missing]).toEqual([1, 3, []])
  expect(contactsIn(again)).toHaveLength(3)
  expect(getColumn<number>(again.db, `SELECT ours FROM moved_ids WHERE kind = 'contacts' AND theirs = '4'`)).toEqual([
    here.id,
  ])
})

test('a contact that was deleted here stays so', async () => {
  const contacts: ContactRow[] = [{ number: '5531996124087' }]
  const moved = await move({ contacts })
  moved.db.$client.exec('DELETE FROM contacts')
  const again = await moved.again(plainSource({ contacts }))
  expect([again.merged('contacts', 'alreadyHere'), contactsIn(again)]).toEqual([1, []])
})

test('the source learns which contacts are one, so that it reads their messages together', async () => {
  const joined: [string, string][] = []
  const contacts = [{ number: '5531996124087' }, { number: '5531996124088' }, { number: '553196124087' }]
  await moveIn(plainSource({ contacts }, 'ticketz', joined), { movers: [contactsMover] })
  expect(joined).toEqual([['3', '1']])
})

test('a merge of twins can be undone: each has its own number, tickets and messages again', async () => {
  const contacts = [
    { name: 'Ana', number: '5531996124087', email: 'ana@exemplo.com' },
    { name: 'Ana Prado', number: '553196124087' },
  ]
  const tickets = [{ contactId: '1' }, { contactId: '2' }, { contactId: '2', status: 'pending' as const }]
  const messages = tickets.map(({ contactId }, at) => ({
    ...{ contactId, ticketId: String(at + 1), externalId: `M${at}`, body: `fala ${at}` },
    ...{ mediaType: 'chat', saidAt: at + 1, storedAt: at + 1 },
  }))
  const movers = [furnishing, contactsMover, ticketMover, messageMover, ticketFinisher]
  const moved = await moveIn(plainSource({ contacts, tickets, messages }), { movers })
  const owners = () =>
    getRows<{ name: string; number: string | null; said: string | null }>(
      moved.db,
      `SELECT c.name, c.number, (SELECT group_concat(m.body, ',' ORDER BY m.id) FROM messages m JOIN tickets t ON t.id = m.ticket_id
         WHERE m.contact_id = c.id AND t.contact_id = c.id) AS said FROM contacts c ORDER BY c.id`,
    )
  expect(owners()).toEqual([{ name: 'Ana', number: '5531996124087', said: 'fala 0,fala 1,fala 2' }])
  const actor = findActor(moved.db, 1, { id: moved.id, uuid: moved.uuid }, 'a session')
  const [merge] = getColumn<number>(moved.db, 'SELECT id FROM contact_merges')
  if (!actor || merge === undefined) throw new Error('nothing to undo')
  expect(listMerges(moved.cx, contactsIn(moved)[0]?.id ?? 0)).toMatchObject([
    { name: 'Ana Prado', tickets: 2, by: null },
  ])
  undoMerge(moved.cx, actor, merge)
  expect(owners()).toEqual([
    { name: 'Ana', number: '5531996124087', said: 'fala 0' },
    { name: 'Ana Prado', number: '553196124087', said: 'fala 1,fala 2' },
  ])
  expect(countDifferences(moved.db.$client.name)).toBe(0)
})

test('a name that the contact’s messages bear is the contact’s own, and follows it from now on', async () => {
  const contacts = [
    { name: 'Ana', number: '5531996124087' },
    { name: 'Bia da padaria', number: '5531996124088' },
  ]
  const tickets = [{ contactId: '1' }, { contactId: '2' }]
  const said = Date.UTC(2026, 0, 5)
  const messages = contacts.map(({ number }, at) => ({
    ...{ contactId: String(at + 1), ticketId: String(at + 1), externalId: `M${at}`, body: 'oi' },
    ...{ mediaType: 'conversation', saidAt: said, storedAt: said },
    dataJson: JSON.stringify({
      key: { remoteJid: `${number}@s.whatsapp.net`, fromMe: false, id: `M${at}` },
      message: { conversation: 'oi' },
      messageTimestamp: said / 1000,
      pushName: at === 0 ? 'Ana' : 'Beatriz',
    }),
  }))
  const movers = [furnishing, contactsMover, ticketMover, messageMover]
  const moved = await moveIn(plainSource({ contacts, tickets, messages }), { movers })
  expect(contactsIn(moved).map(({ name, name_by }) => [name, name_by])).toEqual([
    ['Ana', 'channel'],
    ['Bia da padaria', 'person'],
  ])
})
