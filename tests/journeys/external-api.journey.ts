import { expect, test } from 'bun:test'
import axe from 'axe-core'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

test('a token is shown once, and a message sent from the page arrives on the phone', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const { contact } = await boss.ticketOf(CUSTOMER)
  const number = contact.number ?? ''
  const camila = await demo.signIn(CAMILA.email)
  const onPhone = async (said: string) => (await camila.phones.chat(number)).filter(({ text }) => text === said).length
  const page = await enter(RAFAEL.email, { at: '/messages-api' })
  await page.getByRole('heading', { name: 'Enviar uma mensagem' }).waitFor()

  await page.getByRole('button', { name: 'Tokens' }).click()
  const tokens = page.getByRole('dialog', { name: 'Tokens da API' })
  await tokens.getByText('ERP da loja').waitFor()
  await tokens.getByRole('button', { name: 'Novo token' }).click()
  const form = page.getByRole('dialog', { name: 'Novo token' })
  await form.getByRole('textbox', { name: 'Nome' }).fill('Site de pedidos')
  await form.getByRole('combobox', { name: 'Envia por' }).selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Criar token' }).click()
  const shown = page.getByRole('dialog', { name: 'Token Site de pedidos' })
  const secret = await shown.getByRole('textbox').inputValue()
  expect(secret).toMatch(/^bk1_[\w-]{43}$/)
  await shown.getByRole('button', { name: 'Já copiei' }).click()
  await tokens.getByText('Site de pedidos').waitFor()
  await page.keyboard.press('Escape')
  await tokens.waitFor({ state: 'detached' })

  const said = 'Seu pedido 48.213 saiu às 14h.'
  await page.getByRole('combobox', { name: 'Token' }).selectOption({ label: 'Site de pedidos' })
  await page.getByRole('textbox', { name: 'Número' }).fill(number)
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(said)
  await page.getByRole('region', { name: 'Exemplo' }).filter({ hasText: said }).waitFor()
  await page.getByRole('button', { name: 'Enviar teste' }).click()
  await page.getByText(/202 em \d+ ms · restam 59 de 60 por minuto/).waitFor()
  await page.getByText('Mensagem aceita para envio').first().waitFor()
  await page.getByText(/, 1 envio hoje/).waitFor()
  await page.getByText(/^(entregue|lida)$/).waitFor()
  expect(await onPhone(said)).toBe(1)

  // With the token, like another system: a repeated request with the same key arrives once on the phone.
  const send = async () => {
    const answer = await fetch(`${demo.url}/api/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': 'p1' },
      body: JSON.stringify({ number, body: 'Pedido entregue.' }),
    })
    const { id } = (await answer.json()) as { id: string } // the answer of its route
    return [answer.status, id]
  }
  const [first, second] = [await send(), await send()]
  expect(first[0]).toBe(202)
  expect(second).toEqual(first)
  await until(async () => (await onPhone('Pedido entregue.')) > 0)
  expect(await onPhone('Pedido entregue.')).toBe(1)
})

test('the reference has an index, an example of each operation, and calls what only reads', async () => {
  const page = await enter(RAFAEL.email, { at: '/docs' })
  const index = page.getByRole('navigation', { name: 'Capítulos' })
  await page.getByRole('heading', { name: 'Listar os tokens' }).waitFor()
  await index.getByRole('searchbox', { name: 'Buscar operação' }).fill('etiqueta')
  await index.getByRole('link', { name: 'GET Listar as etiquetas' }).click()
  await page.getByRole('heading', { name: 'Listar as etiquetas' }).waitFor()
  await page.getByRole('region', { name: 'Exemplo', exact: true }).filter({ hasText: '/api/tags' }).waitFor()
  await page.getByRole('button', { name: 'Chamar' }).click()
  const answer = page.getByRole('region', { name: 'Resposta', exact: true }).filter({ hasText: /^200 em \d+ ms/ })
  await answer.filter({ hasText: '"name"' }).waitFor()
  for (const at of ['/docs', '/messages-api']) {
    await page.goto(`${demo.url}${at}`)
    await page.locator('.api-doc article').waitFor()
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } } // just loaded
      return (await axe.run()).violations.map((one) => one.id)
    })
    expect([at, found]).toEqual([at, []])
  }
})

test('without them in the plan, the menu has neither API nor integrations, and their addresses lead home', async () => {
  await demo.command('plan', 'assign', '1', '1') // Essencial, the first of the sample's
  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Contatos', exact: true }).waitFor()
  for (const name of ['API de mensagens', 'Integrações'])
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
  for (const path of ['/messages-api', '/integrations']) {
    await page.goto(`${demo.url}${path}`)
    await page.getByText('Esta empresa não possui permissão para acessar essa página!').first().waitFor()
    await page.waitForURL(`${demo.url}/`)
  }
})
