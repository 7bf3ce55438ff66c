import { expect } from 'bun:test'
import * as v from 'valibot'
import { CommandResult, SimulatorState, StateLine } from '../../src/simulator/contract'
import { program } from '../support/program'
import { test } from '../support/trace'
import { pairedClient } from './support/client'
import { afterThisTest, COMPANY, MARIA, TIAGO, testbed } from './support/world'

const post = (origin: string, body: unknown) =>
  fetch(`${origin}/control/command`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

test('executes a command over HTTP', async () => {
  const { simulator, maria } = await testbed()
  const response = await post(simulator.origin, { do: 'say', from: TIAGO, to: MARIA, text: 'oi, Maria' })
  const result = v.parse(CommandResult, await response.json())
  expect(result).toMatchObject({ ok: true, id: maria.messages(TIAGO)[0]?.id })
})

test('an invalid command is refused with the reason', async () => {
  const { simulator } = await testbed()
  for (const [body, hint] of [
    ['no json', 'body'],
    [{ do: 'fly' }, 'do'],
    [{ do: 'say', from: '+55', to: MARIA, text: 'oi' }, 'from: digits only'],
    [{ do: 'say', from: MARIA, to: TIAGO }, 'text'],
    [{ do: 'setFault', name: 'earthquake', on: true }, 'name'],
  ] as const) {
    const response = await post(simulator.origin, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      ok: false,
      error: 'bad_input',
      message: expect.stringContaining(hint),
    })
  }
})

test('refuses browsers on the simulator’s port', async () => {
  const { simulator } = await testbed()
  const headers = { origin: 'http://evil.example' }
  expect((await fetch(`${simulator.origin}/control/state`, { headers })).status).toBe(403)
})

test('accepts no commands on its port when the product controls it', async () => {
  const { simulator } = await testbed({ control: false })
  for (const path of ['state', 'events', 'trace', 'media/x'])
    expect((await fetch(`${simulator.origin}/control/${path}`)).status).toBe(404)
  expect((await post(simulator.origin, { do: 'reset' })).status).toBe(404)
  expect((await simulator.handleControl(new Request('http://any/control/state'))).status).toBe(200)
})

test('reports an unknown target of a command', async () => {
  const { simulator } = await testbed()
  const refused = async (command: object) =>
    ((await (await post(simulator.origin, command)).json()) as { error: string }).error
  expect(await refused({ do: 'say', from: '551100', to: MARIA, text: 'oi' })).toBe('bad_input')
  expect(await refused({ do: 'say', from: '5511000000', to: MARIA, text: 'oi' })).toBe('unknown_phone')
  expect(await refused({ do: 'say', from: MARIA, to: '5511000000', text: 'oi' })).toBe('unknown_phone')
  expect(await refused({ do: 'say', from: MARIA, to: TIAGO, text: 'oi', quotedId: 'x' })).toBe('unknown_message')
  expect(await refused({ do: 'addPhone', phone: MARIA, name: 'x', role: 'customer' })).toBe('phone_exists')
  expect(await refused({ do: 'removeDevice', phone: COMPANY, device: 3 })).toBe('unknown_device')
  expect(await refused({ do: 'sendMedia', from: MARIA, to: TIAGO, kind: 'image', mimetype: 'a/b' })).toBe(
    'unknown_media',
  )
  expect(await refused({ do: 'enterCode', phone: COMPANY, code: 'ABCD1234' })).toBe('wrong_code')
})

test('the full state matches its schema', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  await maria.sendMedia(COMPANY, { kind: 'audio', mimetype: 'audio/ogg', base64: 'AAAA', ptt: true, seconds: 3 })
  await simulator.run({ do: 'setFault', name: 'delay', on: true })
  const state = v.parse(SimulatorState, await (await fetch(`${simulator.origin}/control/state`)).json())
  expect(state.phones.map(({ name }) => name)).toEqual(['Loja Centro', 'Maria Duarte', 'Tiago Albuquerque'])
  expect(state.faults).toEqual([{ name: 'delay', value: 4000, phone: null, times: null }])
  expect(state.events.length).toBe(state.eventCount)
})

test('streams the state, and again after each change', async () => {
  const { simulator } = await testbed()
  const response = await fetch(`${simulator.origin}/control/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream() as never).getReader()
  const first = String((await reader?.read())?.value)
  expect(v.is(StateLine, JSON.parse(first))).toBe(true)
  await simulator.run({ do: 'addPhone', phone: '5511900000000', name: 'Novo', role: 'customer' })
  const second = JSON.parse(String((await reader?.read())?.value))
  expect(second.state.phones).toHaveLength(4)
  await reader?.cancel()
})

test('reset deletes chats and faults and keeps phones and devices', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  await maria.say(COMPANY, 'oi')
  await client.gets('oi')
  await simulator.run({ do: 'setFault', name: 'delay', on: true })
  await simulator.run({ do: 'reset' })
  expect(simulator.state()).toMatchObject({ faults: [], events: [], load: { prepared: 0 } })
  expect(maria.messages(COMPANY)).toEqual([])
  expect(company.view().devices).toHaveLength(1)
  await maria.say(COMPANY, 'de novo')
  await client.gets('de novo')
})

test('runs in a separate process until it is terminated', async () => {
  const child = Bun.spawn([...program, 'simulator', '--seed', '7'], { stdout: 'pipe' })
  afterThisTest(() => child.kill())
  const { value } = await child.stdout.getReader().read()
  const { origin, url, rootKey } = JSON.parse(new TextDecoder().decode(value))
  expect(url).toBe(`${origin.replace('http', 'ws')}/ws/chat`)
  expect(rootKey).toHaveLength(64)
  expect((await post(origin, { do: 'addPhone', phone: MARIA, name: 'Maria', role: 'customer' })).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})

test('lists the charges that wait, pays one, and calls the webhook that was registered', async () => {
  const { simulator } = await testbed({ payments: true })
  const { payments } = simulator
  if (!payments) throw new Error('no payment provider')
  const called: string[] = []
  const receiver = Bun.serve({
    port: 0,
    fetch(request) {
      called.push(request.headers.get('asaas-access-token') ?? '')
      return Response.json({})
    },
  })
  try {
    payments.callAt(`http://127.0.0.1:${receiver.port}/`)
    const headers = { access_token: payments.key, 'user-agent': 'test', 'content-type': 'application/json' }
    const ask = async (path: string, body: object) =>
      (await (
        await fetch(`${payments.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()) as { id: string } // the answer of the stand-in
    const customer = await ask('/customers', { name: 'Casa Aurora', cpfCnpj: '31402118000170' })
    const today = new Date().toISOString().slice(0, 10)
    const charge = { customer: customer.id, billingType: 'PIX', value: 91, dueDate: today, description: 'Fatura 1' }
    const { id } = await ask('/payments', charge)
    const list = async () => (await fetch(`${simulator.origin}/control/charges`)).json()
    expect(await list()).toEqual({
      charges: [{ id, value: 91, payer: 'Casa Aurora', description: 'Fatura 1', isPaid: false }],
    })
    expect(simulator.state().pix).toEqual({ created: 1, open: 1 })
    const pay = () => fetch(`${simulator.origin}/control/charges/${id}/pay`, { method: 'POST' })
    expect((await pay()).status).toBe(200)
    expect(await list()).toMatchObject({ charges: [{ id, isPaid: true }] })
    expect(called).toEqual([payments.token])
    expect((await fetch(`${simulator.origin}/control/charges/none/pay`, { method: 'POST' })).status).toBe(404)
  } finally {
    await receiver.stop(true)
  }
})
