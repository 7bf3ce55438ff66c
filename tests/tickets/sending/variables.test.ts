/** Variables in texts to a contact: the function itself, then everything that is sent. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { companies } from '../../../src/tenancy/tables'
import { fillVariables, type Occasion, variableValues } from '../../../src/tickets/sending/variables'
import { processorWatch } from '../../support/cpu'
import { until } from '../../support/until'
import { NOON, world } from '../../support/world'

const occasion = (wanted: Partial<Occasion> & { name?: string; isGroup?: boolean } = {}): Occasion => ({
  contact: { name: wanted.name ?? 'Maria Alves', isGroup: wanted.isGroup ?? false },
  ticket: { id: 7, createdAt: NOON },
  now: NOON,
  timeZone: 'America/Sao_Paulo',
  language: 'pt-BR',
  ...wanted,
})
const filled = (text: string, wanted: Parameters<typeof occasion>[0] = {}) =>
  fillVariables(text, variableValues(occasion(wanted)))

describe('a variable', () => {
  test.each([
    ['{{firstName}}', 'Maria'],
    ['{{ firstName }}', 'Maria'],
    ['{{name}}', 'Maria Alves'],
    ['{{ms}}', 'Bom dia'],
    ['{{protocol}}', '2026030200007'],
    ['{{date}}', '02/03/2026'],
    ['{{hour}}', '09:00'],
    ['{{ms}}, {{firstName}}! São {{hour}}.', 'Bom dia, Maria! São 09:00.'],
    ['{{nome}} {{constructor}} {{ }} {{name', '{{nome}} {{constructor}} {{ }} {{name'],
    ['{name} {{NAME}}', '{name} {{NAME}}'],
  ])('in %p becomes %p', (text, said) => expect(filled(text)).toBe(said))

  test.each([
    ['pt-BR', 'Bom dia', '02/03/2026'],
    ['en', 'Good morning', '02/03/2026'],
    ['es', 'Buenos días', '02/03/2026'],
    ['tr', 'Günaydın', '02.03.2026'],
    ['xx', 'Bom dia', '02/03/2026'],
  ])('in %p greets with %p', (language, greeting, date) =>
    expect(filled('{{ms}} {{date}} {{hour}}', { language })).toBe(`${greeting} ${date} 09:00`),
  )

  test.each([
    [0, 'Boa noite'],
    [4, 'Boa noite'],
    [5, 'Bom dia'],
    [11, 'Bom dia'],
    [12, 'Boa tarde'],
    [17, 'Boa tarde'],
    [18, 'Boa noite'],
    [23, 'Boa noite'],
  ])('at %p o’clock greets with %p', (hour, greeting) => {
    const now = Date.UTC(2026, 2, 2, 3 + hour)
    expect(filled('{{ms}}|{{hour}}', { now })).toBe(`${greeting}|${String(hour).padStart(2, '0')}:00`)
  })

  test('uses the company’s time zone, including daylight saving and the end of a day', () => {
    const at = (now: number, timeZone: string) => filled('{{date}} {{hour}}', { now, timeZone })
    expect(at(Date.UTC(2026, 6, 1, 12), 'Europe/Lisbon')).toBe('01/07/2026 13:00')
    expect(at(Date.UTC(2026, 0, 1, 12), 'Europe/Lisbon')).toBe('01/01/2026 12:00')
    expect(at(Date.UTC(2026, 2, 29, 0, 59), 'Europe/Lisbon')).toBe('29/03/2026 00:59')
    expect(at(Date.UTC(2026, 2, 29, 1), 'Europe/Lisbon')).toBe('29/03/2026 02:00')
    expect(at(Date.UTC(2026, 0, 1, 2), 'America/Sao_Paulo')).toBe('31/12/2025 23:00')
  })

  test('for the protocol number contains the opening day in the company’s time zone, as long as the ticket exists', () => {
    const ticket = { id: 4182, createdAt: Date.UTC(2026, 2, 3, 1) }
    expect(filled('{{protocol}}', { ticket, now: NOON + 300 * HOUR })).toBe('2026030204182')
  })

  test('for protocol numbers makes them sort as the tickets were opened', () => {
    const ids = [1, 9, 10, 99, 100, 4182, 9999, 10_000, 99_999]
    const numbers = ids.map((id, n) => filled('{{protocol}}', { ticket: { id, createdAt: NOON + n * 5 * HOUR } }))
    expect(numbers.toSorted()).toEqual(numbers)
    expect(new Set(numbers.map((one) => one.length)).size).toBe(1)
  })

  test.each(['America/Sao_Paulo', 'Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Istanbul'])(
    'for the protocol number changes its day at midnight in %p, whichever minute was asked for first',
    (timeZone) => {
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone })
      const minutes = Array.from({ length: 26 * 12 }, (_, n) => NOON + n * 5 * MINUTE)
      for (const createdAt of [...minutes, ...minutes.toReversed()])
        expect(filled('{{protocol}}', { timeZone, ticket: { id: 7, createdAt } })).toBe(
          `${day.format(createdAt).replaceAll('-', '')}00007`,
        )
    },
  )

  test.each([
    ['🌸 Maria Alves', 'Maria', '🌸 Maria Alves'],
    ['🌸', '🌸', '🌸'],
    ['José', 'José', 'José'],
    ['李小龙', '李小龙', '李小龙'],
    ['+55 (21) 99612-4087', '', ''],
    ['84736251900123', '', ''],
    ['?', '', ''],
  ])('firstName of %p is %p', (name, first, whole) => {
    expect(variableValues(occasion({ name }))).toMatchObject({ firstName: first, name: whole })
  })

  test('for a group is its whole name', () =>
    expect(filled('{{firstName}}', { name: 'Pais da 3ª B', isGroup: true })).toBe('Pais da 3ª B'))

  test.each([
    ['Oi, {{firstName}}!', 'Oi!'],
    ['Oi {{firstName}}, tudo bem?', 'Oi, tudo bem?'],
    ['Oi, {{firstName}}, tudo bem?', 'Oi, tudo bem?'],
    ['{{firstName}}, tudo bem?', 'tudo bem?'],
    ['{{ms}} {{firstName}} e família', 'Bom dia e família'],
    ['Oi *{{firstName}}*!\n{{name}}, veja:', 'Oi!\nveja:'],
    ['_*{{name}}*_', ''],
    ['Obrigado\n{{name}}\nAté logo', 'Obrigado\n\nAté logo'],
    ['Oi {{firstName}} {{name}}', 'Oi'],
    ['({{name}})', '()'],
    ['2 * 3 {{name}}* 4', '2 * 3 * 4'],
  ])('without a name, %p becomes %p', (text, said) => expect(filled(text, { name: '123' })).toBe(said))

  test('has a value that is not expanded again, and no character of it is special', () => {
    expect(filled('{{firstName}}, {{name}}', { name: '{{protocol}} $& $1' })).toBe('{{protocol}}, {{protocol}} $& $1')
  })

  test('is filled fast even in a text made to be slow', () => {
    const spent = processorWatch()
    filled(`${' '.repeat(32_000)}${'{{name}} '.repeat(3_000)}`, { name: '123' })
    filled('{{ '.repeat(20_000))
    filled(`*{{name}}`.repeat(6_000), { name: '123' })
    expect(spent()).toBeLessThan(1_000)
  })
})

/** Maria wrote, Ana has the ticket. */
async function talking(name = 'Maria Alves', farewell = '') {
  const w = world()
  const ana = w.attendant([], { name: 'Ana', farewell })
  const maria = w.whatsapp.person('5521996124087', { name })
  const first = maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  const say = async (body: string, more: object = {}) =>
    (await (await ana.json('/api/messages/1', 'POST', { body, ...more })).json()) as { id: number; body: string } // checked by each test
  const left = async (count = 1) => {
    await until(() => maria.got().length >= count, 'what was said')
    return maria.got().map(({ body }) => body)
  }
  return { w, ana, maria, first, say, left }
}

describe('a sent text', () => {
  test('of an attendant is filled: stored, listed and sent alike', async () => {
    const { w, say, left } = await talking()
    expect(await say('{{ms}}, {{firstName}}! {{protocol}} {{cpf}}')).toMatchObject({
      body: 'Bom dia, Maria! 2026030200001 {{cpf}}',
    })
    expect(w.ticketNow(1).lastMessage).toBe('Bom dia, Maria! 2026030200001 {{cpf}}')
    expect(await left()).toEqual(['Bom dia, Maria! 2026030200001 {{cpf}}'])
  })

  test('keeps a name that looks like a variable, from attendant and server alike', async () => {
    const { ana, say, left } = await talking('{{protocol}}', 'Tchau, {{name}}')
    await say('Oi, {{name}}')
    await left()
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    expect(await left(2)).toEqual(['Oi, {{protocol}}', 'Tchau, {{protocol}}'])
  })

  test('uses the company’s language and time zone', async () => {
    const w = world()
    w.server.databases.writableControl().update(companies).set({ timeZone: 'Asia/Tokyo', language: 'en' }).run()
    const ana = w.attendant()
    w.whatsapp.person('5521996124087').says('oi')
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    const answer = await ana.json('/api/messages/1', 'POST', { body: '{{ms}} {{hour}}' })
    expect(await answer.json()).toMatchObject({ body: 'Good evening 21:00' })
  })

  test('is a filled caption, but not the file’s name', async () => {
    const { ana, maria, left } = await talking()
    const form = new FormData()
    form.set('body', 'Veja, {{firstName}}')
    form.set('medias', new File(['texto'], '{{name}}.txt'))
    await ana.request('/api/messages/1', { method: 'POST', body: form })
    expect(await left()).toEqual(['Veja, Maria'])
    expect(maria.got()[0]?.media?.name).toBe('{{name}}.txt')
  })

  test('is filled on an edit', async () => {
    const { w, ana, say, left } = await talking()
    const { id } = await say('oi')
    await left()
    const answer = await ana.json(`/api/messages/edit/${id}?ticketId=1`, 'POST', { body: 'Oi, {{name}}!' })
    expect(await answer.json()).toMatchObject({ body: 'Oi, Maria Alves!' })
    await until(() => w.telephones.actions.length > 0, 'the edit')
    expect(w.telephones.actions).toMatchObject([{ do: 'edit', body: 'Oi, Maria Alves!' }])
  })

  test('is filled in farewells, the attendant’s and the connection’s', async () => {
    const { ana, left } = await talking('Maria Alves', 'Até logo, {{firstName}}. Protocolo {{protocol}}.')
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    expect(await left()).toEqual(['Até logo, Maria. Protocolo 2026030200001.'])
    const w = world()
    const connectionId = w.connection({ complationMessage: '{{ms}}, {{name}}' }).id
    const joao = w.whatsapp.person('5521996124088', { name: 'João Sá', connectionId })
    joao.says('oi')
    const boss = w.attendant()
    await boss.api.tickets({ id: 1 }).put({ status: 'open' })
    await boss.api.tickets({ id: 1 }).put({ status: 'closed' })
    await until(() => joao.got().length > 0, 'the farewell')
    expect(joao.got().map(({ body }) => body)).toEqual(['Bom dia, João Sá'])
  })

  test('is skipped if a farewell is empty after filling, and the ticket still closes', async () => {
    const { w, ana } = await talking('84736251900123', '{{firstName}}')
    expect((await ana.api.tickets({ id: 1 }).put({ status: 'closed' })).data?.status).toBe('closed')
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toEqual([])
  })

  test('is not filled in a location or a card', async () => {
    const { w, say } = await talking()
    const place = { latitude: 1, longitude: 2, name: 'Loja {{name}}' }
    const said = (await say('', { location: place })) as { extra?: { place?: { name: string } } }
    expect(said.extra?.place?.name).toBe('Loja {{name}}')
    expect(w.rows("SELECT body FROM messages WHERE kind = 'location' AND body LIKE '%Maria%'")).toEqual([])
  })

  test('is not filled in an internal note', async () => {
    const { say } = await talking()
    expect(await say('ligar para {{name}}', { isNote: true })).toMatchObject({ body: 'ligar para {{name}}' })
  })

  test('is forwarded as the original says it', async () => {
    const { w, ana, maria } = await talking()
    maria.says('Meu modelo: {{firstName}}')
    const joao = w.whatsapp.person('5521996124088', { name: 'João' })
    joao.says('oi')
    const [{ id = 0 } = {}] = w.rows<{ id: number }>("SELECT id FROM messages WHERE body LIKE 'Meu modelo%'")
    const [{ contact = 0 } = {}] = w.rows<{ contact: number }>("SELECT id AS contact FROM contacts WHERE name = 'João'")
    await ana.json('/api/messages/forward', 'POST', { ticketId: 1, messageIds: [id], contacts: [contact] })
    await until(() => joao.got().length > 0, 'the copy')
    expect(joao.got().map(({ body }) => body)).toEqual(['Meu modelo: {{firstName}}'])
  })

  test('contains no digit of a hidden number', async () => {
    const w = world()
    const ana = w.attendant()
    const contact = w.contact({ addresses: [{ kind: 'lid', value: '84736251900123' }], name: '' })
    w.ticket({ contactId: contact.id, userId: ana.userId })
    const answer = await ana.json('/api/messages/1', 'POST', { body: 'Oi, {{firstName}}! Seu nome é {{name}}?' })
    expect(await answer.json()).toMatchObject({ body: 'Oi! Seu nome é?' })
  })

  test('is refused if empty after filling, or longer than a message may be', async () => {
    const { say, w } = await talking('84736251900123')
    expect(await say('{{firstName}}')).toMatchObject({ error: 'ERR_MESSAGE_EMPTY' } as object)
    w.rows('UPDATE contacts SET name = ? RETURNING id', 'Maria '.repeat(16).trim())
    expect(await say('{{name}}'.repeat(8_000))).toMatchObject({ error: 'ERR_INVALID_INPUT' } as object)
  })
})
