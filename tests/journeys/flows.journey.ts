/** A flow is drawn by keyboard, published, and answers a customer; axe finds nothing in the editor. */
import { expect, test } from 'bun:test'
import axe from 'axe-core'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { emptyFlow } from '../../src/features/flows/format/contract'
import type { QueueDetail } from '../../src/queues/contract'
import { until } from '../survival/support/until'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const DRAWER = 'fluxos@aurora.example'
const BIA = '5521977770001'
const CAIO = '5521977770002'

test('a flow is drawn by keyboard, published, and walked by a customer', async () => {
  await demo.command('user', 'create', DRAWER, '--name', 'Fluxos', '--profile', 'admin')
  const other = await demo.signIn(DRAWER)
  const { id } = await other.demand<{ id: number }>('POST', '/queue-integration', {
    type: 'flowbuilder',
    name: 'Garantia',
  })

  const page = await enter(RAFAEL.email, { at: `/flows/${id}` })
  const node = (name: string) =>
    page.getByRole('region', { name: /^Fluxo, / }).getByRole('button', { name, exact: true })
  const focused = (name: string) => until(() => node(name).evaluate((one) => one === document.activeElement))
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const kit = page.getByRole('navigation', { name: 'Blocos' })
  /** From the focused node, by keys only. */
  const add = async (kind: string) => {
    await press('a')
    for (let at = 0; at < 20; at++) {
      if (await kit.getByRole('button', { name: kind, exact: true }).evaluate((one) => one === document.activeElement))
        break
      await press('ArrowDown')
    }
    await press('Enter')
    await focused(kind)
    await press('Enter') // into its name
  }

  await node('Início').focus()
  await add('Pergunta')
  await page.keyboard.type('Pedido')
  await press('Tab')
  await page.keyboard.type('Qual o número do pedido?')
  const pane = page.getByRole('complementary', { name: 'Bloco escolhido' })
  await pane.getByLabel('Guarda em').focus()
  await page.keyboard.type('pedido')
  await pane.getByLabel('Aceita').selectOption('Número')
  await press('Escape')
  await focused('Pergunta: Pedido')
  await page.getByRole('button', { name: '2 erros' }).waitFor()
  expect(await page.getByRole('button', { name: 'Publicar' }).isDisabled()).toBe(true)

  await add('Fim')
  await page.keyboard.type('Conferido')
  await press('Tab', 'Tab')
  await page.keyboard.type('O pedido {{pedido}} está na garantia.')
  await press('Escape')
  await focused('Fim: Conferido')

  // Along the wire and back; deleted and undone.
  await press('ArrowUp')
  await focused('Pergunta: Pedido')
  await press('ArrowDown')
  await focused('Fim: Conferido')
  await press('Delete')
  await node('Fim: Conferido').waitFor({ state: 'detached' })
  await press('Control+z')
  await node('Fim: Conferido').waitFor()

  // The other exit is connected from the list of targets.
  await node('Pergunta: Pedido').focus()
  await press('c', 'Tab')
  await page.keyboard.type('Conf')
  await press('Escape')
  await page.getByText('1 erro', { exact: true }).waitFor({ state: 'detached' })

  // The phone beside the canvas runs what is on the screen. It is a button until then.
  await page.getByRole('button', { name: 'Fale com o fluxo' }).press('Enter')
  const typed = page.getByRole('textbox', { name: 'Escreva como cliente' })
  const phone = page.getByRole('region', { name: 'Mensagens da conversa de teste' })
  await typed.fill('oi')
  await press('Enter')
  await phone.getByText('Qual o número do pedido?').waitFor()
  await typed.fill('não sei')
  await press('Enter')
  await phone.getByText('não serve, tentativa 1 de 3').waitFor()
  await typed.fill('1234')
  await press('Enter')
  await phone.getByText('O pedido 1234 está na garantia.').waitFor()

  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } } // just loaded
    return (await axe.run()).violations.map((one) => one.id)
  })
  expect(found).toEqual([])

  await page.getByRole('button', { name: 'Publicar' }).press('Enter')
  await page.getByText('Versão 1 publicada.').first().waitFor()
  await page.getByText('Publicado', { exact: true }).waitFor()

  // A customer meets it in a queue.
  await other.link()
  await other.phones.run({ do: 'addPhone', phone: BIA, name: 'Bia Prado', role: 'customer' })
  const queues = await other.demand<QueueDetail[]>('GET', '/queue')
  const queueId = queues.find(({ name }) => name === 'Entregas')?.id ?? 0
  await other.demand('PUT', `/queue/${queueId}`, { integrationId: id })
  const [connection] = await other.demand<ConnectionSummary[]>('GET', '/whatsapp')
  await other.demand('PUT', `/whatsapp/${connection?.id}`, { queueIds: [queueId] })
  const said = async () => (await other.phones.chat(BIA)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)
  const hears = (text: string) =>
    until(async () => (await said()).some((one) => one?.includes(text)), { why: () => `no "${text}"` })
  await other.phones.say(BIA, 'oi')
  await hears('Qual o número do pedido?')
  await other.phones.say(BIA, '998')
  await hears('O pedido 998 está na garantia.')
})

test('blocks are dragged from the kit and connected by mouse, and typing is undone at once', async () => {
  const page = await enter(RAFAEL.email, { at: '/integrations' })
  await page.getByText('Acompanhar a entrega').first().click()
  await page.getByRole('link', { name: 'Abrir o fluxo' }).click()
  const floor = page.getByRole('region', { name: /^Fluxo, 13 blocos/ })
  await floor.waitFor()
  const at = { x: 120, y: 120 }
  await page
    .getByRole('button', { name: 'Fim', exact: true })
    .dragTo(page.locator('.react-flow__pane'), { targetPosition: at })
  const made = page.getByRole('button', { name: 'Fim', exact: true, pressed: true })
  await made.waitFor()

  // The exit of the greeting is pulled from the menu to the new block.
  const boxOf = async (of: string) => {
    const box = await page.locator(of).first().boundingBox()
    if (!box) throw new Error(`${of} is not shown`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
  }
  await drag(await boxOf('[data-node="n2"] .source'), await boxOf('[data-node="n14"] .target'))
  await page.locator('[data-node="n2"]').click()
  const pane = page.getByRole('complementary', { name: 'Bloco escolhido' })
  const exit = pane.getByRole('combobox', { name: 'Segue para' })
  await until(async () => (await exit.inputValue()) === 'n14', { why: () => exit.inputValue() })

  await pane.getByLabel('Nome').fill('')
  await pane.getByLabel('Nome').pressSequentially('Oi')
  const undo = page.getByRole('button', { name: 'Desfazer', exact: true })
  await undo.click()
  await page.getByRole('button', { name: 'Mensagem: Boas-vindas' }).waitFor()
  for (let steps = 2; steps > 0; steps--) await undo.click()
  await floor.waitFor()

  // Another block, chosen a moment before, does not hold the one that is dragged.
  const before = await boxOf('[data-node="n3"]')
  await page.locator('[data-node="n2"]').click()
  await drag(before, { x: before.x + 96, y: before.y })
  await until(async () => (await boxOf('[data-node="n3"]')).x > before.x + 48, { why: () => 'it did not move' })
})

test('a condition is built from chips, and a word that names a variable is asked about', async () => {
  const page = await enter(RAFAEL.email, { at: '/integrations?new=true' })
  await page.locator('.type-choice', { hasText: 'Fluxo' }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Titular')
  await page.getByRole('button', { name: 'Criar integração' }).click()
  const kit = page.getByRole('navigation', { name: 'Blocos' })
  const pane = page.getByRole('complementary', { name: 'Bloco escolhido' })
  const add = (kind: string) => kit.getByRole('button', { name: kind, exact: true }).click()
  const node = (name: string) => page.getByRole('button', { name, exact: true })

  // Nothing is red before anything was typed: only trying to publish says what is missing.
  await add('Pergunta')
  await node('Pergunta').and(page.locator('[data-node]')).waitFor()
  expect(await page.locator('.node-wrong').count()).toBe(0)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: '4 erros' }).waitFor()
  expect(await page.getByRole('button', { name: 'Publicar' }).isDisabled()).toBe(true)

  await pane.getByRole('textbox', { name: 'Nome' }).fill('CPF')
  await pane.getByRole('textbox', { name: 'Pergunta' }).fill('Qual o seu CPF?')
  await pane.getByLabel('Guarda em').fill('cpf')
  await pane.getByLabel('Aceita').selectOption('CPF')
  await add('Condição')
  await pane.getByRole('textbox', { name: 'Nome' }).fill('Titular?')
  await pane.getByRole('combobox', { name: 'Comparação 1' }).selectOption('começa com')
  const left = pane.getByRole('textbox', { name: 'Valor comparado 1' })

  // By keyboard: the list of variables, then the value it is compared with.
  await pane.getByRole('button', { name: 'Inserir variável: Valor comparado 1' }).press('Enter')
  await page.getByRole('menuitem', { name: 'cpf', exact: true }).press('Enter')
  await left.locator('.var', { hasText: 'cpf' }).waitFor()
  await pane.getByRole('textbox', { name: 'Valor 1' }).fill('529')
  for (const text of ['É o titular.', 'É outra pessoa.']) {
    await node('Condição: Titular?').click()
    await add('Fim')
    await pane.getByRole('textbox', { name: 'Nome' }).fill(text.slice(2, -1))
    await pane.getByRole('textbox', { name: 'Mensagem final' }).fill(text)
  }
  await node('Pergunta: CPF').click()
  await pane.getByRole('combobox', { name: '3 tentativas' }).selectOption('outra pessoa')
  await page.getByRole('button', { name: /erros?$/ }).waitFor({ state: 'detached' })
  await node('Condição: Titular?').click()

  await page.getByRole('button', { name: 'Fale com o fluxo' }).click()
  const typed = page.getByRole('textbox', { name: 'Escreva como cliente' })
  const phone = page.getByRole('region', { name: 'Mensagens da conversa de teste' })
  const talk = async (...texts: readonly string[]) => {
    await page.getByRole('button', { name: 'Recomeçar' }).click()
    for (const text of texts) {
      await typed.fill(text)
      await page.keyboard.press('Enter')
    }
  }
  await talk('oi', '111.444.777-35')
  await phone.getByText('É outra pessoa.').waitFor()
  await talk('oi', 'meu cpf é 529.982.247-25')
  await phone.getByText('É o titular.').waitFor()

  // A word that is a variable: it warns until it is answered, by mouse.
  await left.fill('cpf')
  await pane.getByText('O valor de cpf?').waitFor()
  await page.getByRole('button', { name: '1 aviso' }).waitFor()
  await phone.getByText('É outra pessoa.').waitFor()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('alertdialog', { name: 'Publicar com avisos?' }).getByText('Usa a palavra “cpf”').waitFor()
  await page.keyboard.press('Escape')
  await pane.getByRole('button', { name: 'Sim, o valor' }).click()
  await left.locator('.var', { hasText: 'cpf' }).waitFor()
  await page.getByRole('button', { name: '1 aviso' }).waitFor({ state: 'detached' })
  await phone.getByText('É o titular.').waitFor()

  // Braces with a slip are named.
  await left.fill('{{cpf}')
  await pane.getByText('“{{cpf}” não é uma variável').first().waitFor()
  await page.getByRole('button', { name: '1 erro' }).waitFor()
  await left.fill('{{cpf}}')
  await left.blur()
  await left.locator('.var', { hasText: 'cpf' }).waitFor()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('Versão 1 publicada.').first().waitFor()
})

test('blocks are copied into another flow by keys, and the numbers say where people leave', async () => {
  const api = await demo.signIn(DRAWER)
  const make = (name: string) => api.demand<{ id: number }>('POST', '/queue-integration', { type: 'flowbuilder', name })
  const [from, to] = [await make('Origem'), await make('Destino')]
  const flow = {
    ...emptyFlow,
    nodes: {
      n1: { t: 'start', name: '' },
      n2: {
        t: 'ask',
        name: 'Bairro',
        text: 'Qual o bairro?',
        var: 'bairro',
        as: 'text',
        again: { text: '', max: 3 },
        timeoutMin: 0,
      },
      n3: { t: 'end', name: 'Anotado', close: true, text: 'Anotado, {{bairro}}.' },
    },
    edges: { n1: 'n2', n2: 'n3', 'n2:fail': 'n3' },
    ui: { n1: [176, 32], n2: [176, 112], n3: [176, 288] },
  }
  await api.demand('PUT', `/flows/${from.id}`, { flow, revision: 0 })
  await api.demand('POST', `/flows/${from.id}/publish`, { revision: 1 })
  const page = await enter(RAFAEL.email, { at: `/flows/${from.id}` })
  const node = (name: string) => page.getByRole('button', { name, exact: true })

  await node('Pergunta: Bairro').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await until(() => node('Fim: Anotado').evaluate((one) => one === document.activeElement))
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.getByText('2 blocos copiados.').waitFor()
  await page.keyboard.press('Control+d')
  await page.getByRole('region', { name: 'Fluxo, 5 blocos' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('region', { name: 'Fluxo, 3 blocos' }).waitFor()

  // Nobody uses it yet, which the editor says; a customer comes and goes silent.
  await page.getByRole('link', { name: 'nenhuma fila usa este fluxo' }).waitFor()
  const queues = await api.demand<QueueDetail[]>('GET', '/queue')
  const queueId = queues.find(({ name }) => name === 'Entregas')?.id ?? 0
  await api.demand('PUT', `/queue/${queueId}`, { integrationId: from.id })
  await api.phones.run({ do: 'addPhone', phone: CAIO, name: 'Caio Melo', role: 'customer' })
  await api.phones.say(CAIO, 'oi')
  await until(async () => (await api.phones.chat(CAIO)).some(({ text }) => text?.includes('Qual o bairro?')))
  await page.getByRole('button', { name: 'Números' }).click()
  await page.locator('[data-node="n2"]').getByText('1 chegou').waitFor()
  await page.getByRole('region', { name: 'Onde as pessoas saem' }).getByText('1 conversa começou aqui.').waitFor()

  await page.goto(`${demo.url}/flows/${to.id}`)
  await node('Início').focus()
  await page.keyboard.press('Control+v')
  await page.getByRole('region', { name: 'Fluxo, 3 blocos' }).waitFor()
  await node('Pergunta: Bairro').waitFor()
  const pane = page.getByRole('complementary', { name: 'Bloco escolhido' })
  expect(await pane.getByRole('combobox', { name: 'Resposta certa' }).inputValue()).toBe('n3')
})

test('on a phone a block is added, copied, deleted and tried', async () => {
  const api = await demo.signIn(DRAWER)
  const { id } = await api.demand<{ id: number }>('POST', '/queue-integration', {
    type: 'flowbuilder',
    name: 'De bolso',
  })
  const page = await enter(RAFAEL.email, { at: `/flows/${id}`, phone: true })
  const block = (name: string) => page.getByRole('article').filter({ hasText: name })
  await page.getByRole('button', { name: 'Bloco depois deste' }).click()
  await page.getByRole('menuitem', { name: 'Mensagem' }).click()
  const message = block('Mensagem').getByRole('textbox', { name: 'Mensagem 1' })
  await message.click()
  await page.keyboard.type('Oi, tudo bem?')
  await page.getByRole('button', { name: 'Duplicar' }).click()
  await until(async () => (await page.getByRole('article').count()) === 3)
  await page.getByRole('button', { name: 'Excluir' }).click()
  await until(async () => (await page.getByRole('article').count()) === 2)

  await page.getByRole('button', { name: 'Fale com o fluxo' }).click()
  await page.getByRole('textbox', { name: 'Escreva como cliente' }).fill('olá')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Mensagens da conversa de teste' }).getByText('Oi, tudo bem?').waitFor()
  await page.getByRole('button', { name: 'Esconder' }).click()
  await page.getByRole('button', { name: 'Fale com o fluxo' }).waitFor()
})
