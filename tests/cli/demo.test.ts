/** `balcao demo`: its output is enough to sign in, link by QR code, receive a message and reply. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bareEnvironment } from '../support/clock'
import { textIn } from '../ui/support/texts'
import { balcao, eventually, folder, installation, type ServerProcess, start } from './support'

type Ticket = {
  id: number
  status: string
  contact: { name: string }
  queue: { name: string } | null
  lastMessage: string
}
type Phone = {
  phone: string
  role: string
  chats: { title: string; messages: { text: string; fromMe: boolean; ack: number }[] }[]
}

const COMPANY = '552130421180'
const MARIANA = '5521996124087'

async function signedIn(server: ServerProcess) {
  const token = await server.signIn({ email: String(server.said.email), password: String(server.said.password) })
  return async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const answer = await server.api(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T // each caller states the type
  }
}

test('a visitor signs in, links by QR code, receives a message and replies; the next start keeps everything', async () => {
  const data = join(folder(), 'demo')
  const server = await start(['demo', '--no-meta', '--data', data])
  const api = await signedIn(server)
  const list = async (status: string) =>
    (await api<{ tickets: Ticket[] }>(`/tickets?status=${status}&pageNumber=1&showAll=true`)).tickets
  expect((await list('pending')).map(({ queue }) => queue?.name ?? null).sort()).toEqual(
    [null, 'Pós-venda', 'Vendas'].sort(),
  )
  expect((await list('closed')).length).toBeGreaterThan(3)
  const phones = async () => (await api<{ phones: Phone[] }>('/simulator/state')).phones
  expect((await phones()).filter(({ role }) => role === 'company')).toMatchObject([{ phone: COMPANY }])

  const [connection] = await api<{ id: number; status: string }[]>('/whatsapp')
  expect(connection?.status).toBe('DISCONNECTED')
  await api(`/whatsappsession/${connection?.id}`, 'POST', {})
  const look = () => api<{ status: string; qrcode: string }>(`/whatsapp/${connection?.id}`)
  expect(await eventually(async () => (await look()).qrcode !== '')).toBe(true)
  await api('/simulator/command', 'POST', { do: 'scan', phone: COMPANY, qr: (await look()).qrcode })
  expect(await eventually(async () => (await look()).status === 'CONNECTED')).toBe(true)

  await api('/simulator/command', 'POST', { do: 'say', from: MARIANA, to: COMPANY, text: 'o sofá chegou rasgado' })
  const arrived = async () => (await list('pending')).find(({ contact }) => contact.name === 'Mariana Duarte')
  expect(await eventually(async () => (await arrived()) !== undefined)).toBe(true)
  // The sample company's bot greets her and offers the queues.
  const herTexts = async () =>
    (await phones())
      .find(({ phone }) => phone === MARIANA)
      ?.chats.flatMap(({ messages }) => messages.map(({ text }) => text)) ?? []
  expect(await eventually(async () => (await herTexts()).some((text) => text.includes('Casa Aurora')))).toBe(true)
  expect((await herTexts()).join('\n')).toMatch(/Vendas[\s\S]*Pós-venda[\s\S]*Financeiro/)
  const ticket = await arrived()
  const queueId = (await api<{ id: number }[]>('/queue'))[1]?.id
  await api(`/tickets/${ticket?.id}`, 'PUT', { status: 'open', queueId })
  await api(`/messages/${ticket?.id}`, 'POST', { body: 'Sinto muito, Mariana!' })
  const onHerPhone = async () =>
    (await phones())
      .find(({ phone }) => phone === MARIANA)
      ?.chats.flatMap(({ messages }) => messages)
      .some(({ text }) => text === 'Sinto muito, Mariana!')
  expect(await eventually(async () => (await onHerPhone()) === true)).toBe(true)
  expect(await server.stop()).toBe(0)

  const again = await start(['demo', '--no-meta', '--data', data])
  expect(again.said.password).toBe(server.said.password)
  const later = await signedIn(again)
  const back = async () => (await later<{ status: string }[]>('/whatsapp'))[0]?.status === 'CONNECTED'
  expect(await eventually(back)).toBe(true)
  expect((await later<{ tickets: Ticket[] }>('/tickets?status=open&pageNumber=1')).tickets).toMatchObject([
    { id: ticket?.id },
  ])
})

test('the output names URL, login and first step', async () => {
  const child = Bun.spawn(
    [
      process.execPath,
      'run',
      `${import.meta.dir}/../../cli/balcao.ts`,
      'demo',
      '--data',
      join(folder(), 'd'),
      '--port',
      '0',
    ],
    {
      stdout: 'pipe',
      stderr: 'pipe',
      env: bareEnvironment(),
    },
  )
  let said = ''
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk)
    if (said.includes('Ctrl+C')) break
  }
  child.kill('SIGINT')
  expect(await child.exited).toBe(0)
  expect(said).toMatch(/Address +http:\/\/localhost:\d+\n +Email +rafael@aurora.example\n +Password +\w{16}\n/)
  expect(said).toContain('/simulator')
  // Everybody who can sign in, and in which company.
  for (const login of [
    /rafael@aurora\.example +admin +Rafael Nogueira +Casa Aurora Móveis/,
    /camila@aurora\.example +user /,
    /livia@aurora\.example +supervisor /,
    /adriana@donazeze\.example +admin +Adriana Couto +Restaurante Dona Zezé +due in three days/,
    /jorge@guanabara\.example +admin +Jorge Sampaio +Auto Peças Guanabara +overdue/,
  ])
    expect(said).toMatch(login)
  // The instruction names the button's label.
  expect(said).toContain(`press "${(await textIn('pt-BR'))('connections.action.connect')}"`)
})

test('real and simulated accounts never share a folder', async () => {
  const real = await installation()
  expect(await balcao(['serve', '--simulator', '--data', real, '--port', '0'])).toMatchObject({
    code: 1,
    err: expect.any(String),
  })
  const pretend = join(folder(), 'demo')
  const demo = await start(['demo', '--data', pretend])
  expect((await balcao(['demo', '--data', pretend, '--port', '0'])).code).toBe(3)
  await demo.stop()
  expect(await balcao(['serve', '--data', pretend, '--port', '0'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('simulator'),
  })
})

test('serve --simulator runs the simulator without a sample company', async () => {
  const server = await start(['serve', '--simulator', '--data', join(folder(), 'lab')])
  expect(await (await server.api('/version')).json()).toMatchObject({ simulator: true })
  const founded = server.said.founded as { email: string; password: string }
  const token = await server.signIn(founded)
  const state = await server.api('/simulator/state', { headers: { authorization: `Bearer ${token}` } })
  const { phones } = (await state.json()) as { phones: Phone[] }
  expect(phones.map(({ role }) => role)).toEqual(['company', 'customer', 'customer', 'customer'])
})

test('three accounts at Meta are connected, and what people write there arrives and is answered', async () => {
  const server = await start(['demo', '--data', join(folder(), 'demo')])
  const api = await signedIn(server)
  const states = async () => {
    const all = await api<{ channel: string; status: string }[]>('/whatsapp')
    return all.filter(({ status }) => status === 'CONNECTED').map(({ channel }) => channel)
  }
  expect(await eventually(async () => (await states()).length === 3)).toBe(true)
  expect((await states()).toSorted()).toEqual(['facebook', 'instagram', 'whatsapp_cloud'])
  const control = async <T>(what: string, body: unknown) => {
    const answer = await fetch(`${server.said.meta}/__control/${what}`, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as T // each caller states the type
  }
  const queueId = (await api<{ id: number }[]>('/queue'))[0]?.id
  for (const [account, person] of [
    ['104000000000001', 'Lúcia Conceição'],
    ['17841400000000001', 'Igor Sá'],
    ['106000000000001', 'Davi Rocha'],
  ]) {
    await control('say', { account, person, text: 'Vocês abrem hoje?' })
    const ticket = async () =>
      (await api<{ tickets: Ticket[] }>('/tickets?pageNumber=1&showAll=true')).tickets.find(
        ({ contact }) => contact.name === person,
      )
    expect(await eventually(async () => (await ticket()) !== undefined)).toBe(true)
    const id = (await ticket())?.id
    await api(`/tickets/${id}`, 'PUT', { status: 'open', queueId })
    await api(`/messages/${id}`, 'POST', { body: 'Abrimos até as 18h.' })
    const said = async () => JSON.stringify(await control('conversation', { account, person }))
    expect(await eventually(async () => (await said()).includes('Abrimos até as 18h.'))).toBe(true)
  }
})
