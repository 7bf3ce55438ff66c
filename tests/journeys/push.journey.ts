/** A telephone that rings: asked right after accepting, notified with the screens closed, and a tap opens the conversation. */
import { afterAll, expect, test } from 'bun:test'
import { type CDPSession, chromium, type Page } from 'playwright'
import { type Browser, startPushService } from '../../src/simulator/push/stand-in'
import { patience } from '../support/bound'
import { unshiftedEnvironment } from '../support/clock'
import { until } from '../survival/support/until'
import { signIn } from './support/browser'
import { CAMILA, OTAVIO, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo } = await stage({ environment: { BALCAO_OUTSIDE_ALLOW: '127.0.0.1:*' } })
const service = await startPushService()
/** The one with notifications, which the headless shell lacks: `apt-get install chromium`. */
const chrome = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
  env: { ...unshiftedEnvironment, LANG: 'C.UTF-8' },
})
afterAll(async () => {
  await chrome.close()
  await service.stop()
})

/** With what a phone's browser permits. */
async function openPhone(): Promise<Page> {
  const context = await chrome.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    permissions: ['notifications'],
  })
  context.setDefaultTimeout(patience())
  return context.newPage()
}

const TIAGO = '5511982207741'

/** The browser's part of subscribing is played by the local push service: a headless one has none. */
async function giveService(page: Page) {
  const browsers: Browser[] = []
  await page.exposeFunction('subscribeLocally', (key: string) => {
    const browser = browsers.at(-1) ?? service.subscribe(key) // a browser keeps its subscription
    if (browsers.length === 0) browsers.push(browser)
    return browser.subscription
  })
  await page.addInitScript(() => {
    let known: object | null = null
    const subscribeLocally = Reflect.get(window, 'subscribeLocally') as (key: string) => Promise<object> // exposed above
    PushManager.prototype.getSubscription = async () => known as PushSubscription | null
    PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
      const bytes = new Uint8Array(applicationServerKey as ArrayBuffer) // as the product passes it
      const key = btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
      const subscription = await subscribeLocally(key)
      known = {
        toJSON: () => subscription,
        options: { applicationServerKey: bytes.buffer },
        unsubscribe: async () => true,
      }
      return known as PushSubscription
    }
  })
  return { browser: () => until(() => browsers.at(-1), { every: 20, why: () => 'no subscription' }) }
}

/** Hands a message to the worker, as a real push service would. */
async function deliver(client: CDPSession, text: string) {
  const found = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ scopeURL }) => scopeURL === `${demo.url}/`)
      if (one) resolve(one.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await found
  await client.send('ServiceWorker.deliverPushMessage', { origin: demo.url, registrationId, data: text })
}

type Tap = new (type: string, init: { notification: Notification; action: string }) => Event

/** On the notification, or on one of its buttons. */
const tap = async (page: Page, action = '') =>
  (await workerOf(page)).evaluate(async (action) => {
    const worker = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: Tap
    } & EventTarget
    const [notification] = await worker.registration.getNotifications()
    if (!notification) throw new Error('nothing to tap')
    const tap = new worker.NotificationEvent('notificationclick', { notification, action })
    Object.defineProperty(tap, 'waitUntil', { value: () => {} }) // only browsers may call it
    worker.dispatchEvent(tap)
  }, action)

const workerOf = (page: Page) =>
  until(() => page.context().serviceWorkers()[0], { every: 20, why: () => 'no service worker' })
const shownIn = async (page: Page) =>
  (await workerOf(page)).evaluate(async () => {
    const all = await (
      globalThis as unknown as { registration: ServiceWorkerRegistration }
    ).registration.getNotifications()
    return all.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Delivers until it is shown: a worker that is not active yet misses it, and the same message replaces itself. */
const showsDelivered = (page: Page, text: string) =>
  until(
    async () => {
      await deliver(await page.context().newCDPSession(page), text)
      return (await shownIn(page))[0]
    },
    { every: 300 },
  )

test('a phone is asked once, rings while the screens are closed, and a tap opens the conversation', async () => {
  const rafael = await demo.signIn(RAFAEL.email)
  await rafael.link()
  await rafael.phones.say(TIAGO, 'Bom dia')
  await rafael.ticketOf('Tiago Albuquerque')
  const page = await openPhone()
  const local = await giveService(page)
  await signIn(page, demo, CAMILA.email, '/tickets?status=pending')
  await page.getByRole('link', { name: 'Tiago Albuquerque', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Vendas', exact: true }).click()

  const sheet = page.getByRole('dialog', { name: 'Avisar neste celular?' })
  await sheet.getByText('Você acabou de aceitar Tiago Albuquerque.').waitFor()
  await sheet.getByRole('button', { name: 'Avisar', exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
  const browser = await local.browser()
  const { url } = await page.evaluate(() => ({ url: location.pathname }))

  // The screens are closed; the customer answers.
  await page.goto('about:blank')
  await rafael.phones.say(TIAGO, 'Sábado de manhã é ótimo, obrigada!')
  const [message] = await until(() => (browser.messages.length > 0 ? browser.messages : undefined), {
    every: 20,
    why: () => service.refused.join(),
  })
  expect(JSON.parse(message?.text ?? '')).toMatchObject({
    title: expect.stringContaining('Tiago Albuquerque'),
    body: 'Sábado de manhã é ótimo, obrigada!',
    path: url,
  })
  const shown = await showsDelivered(page, message?.text ?? '')
  expect(shown).toMatchObject({ body: 'Sábado de manhã é ótimo, obrigada!' })

  // A tap, which a headless browser cannot make, on an open page.
  await page.goto(`${demo.url}/tickets`)
  await page.getByRole('region', { name: 'Atendimentos' }).waitFor()
  await tap(page)
  await page.waitForURL(`**${url}`)
  await page.locator('.msg').filter({ hasText: 'Sábado de manhã é ótimo' }).waitFor()
  await page.locator('#composer:focus').waitFor()
  expect(await shownIn(page)).toEqual([])

  // In the list of devices, with a test, and off again.
  await page.goto(`${demo.url}/notifications`)
  await page.getByText('Este aparelho avisa quando o Balcão está fechado.').waitFor()
  await page.getByRole('button', { name: 'Enviar uma de teste' }).click()
  await until(() => browser.messages.find(({ text }) => text.includes('"tag":"test"')), { every: 20 })
  await page.getByRole('button', { name: 'Desligar' }).click()
  await page.getByText('Nenhum aparelho ainda.').waitFor()
  // The worker of one phone alone is asked to show what is delivered.
  await page.context().close()
})

test('a button accepts who waits, and the company chooses what locked screens show', async () => {
  const rafael = await demo.signIn(RAFAEL.email)
  const page = await openPhone()
  const local = await giveService(page)
  await signIn(page, demo, OTAVIO.email, '/notifications')
  await page.getByRole('button', { name: 'Ligar', exact: true }).click()
  await page.getByText('Este aparelho avisa quando o Balcão está fechado.').waitFor()
  const browser = await local.browser()
  await page.goto('about:blank')
  await rafael.crowd(1)
  const message = await until(() => browser.messages.findLast(({ text }) => text.includes('"take"')), {
    every: 20,
    why: () => browser.messages.map(({ text }) => text).join(),
  })
  await showsDelivered(page, message.text)
  await page.goto(`${demo.url}/tickets`)
  await page.getByRole('region', { name: 'Atendimentos' }).waitFor()
  await tap(page, 'take')
  await page.waitForURL(/\/tickets\/./)
  await page.locator('#composer').waitFor() // a waiting conversation has none

  const manager = await openPhone()
  await signIn(manager, demo, RAFAEL.email, '/notifications/company')
  await manager.getByText('Otávio').first().waitFor()
  await manager.getByLabel('Filas comuns').selectOption({ label: 'só o nome' })
  await manager.getByLabel('Supervisores da fila').selectOption({ label: 'depois de 20 min' })
  await manager.getByRole('button', { name: 'Salvar', exact: true }).click()
  await manager.getByText('Salvo.').waitFor()
  await manager.reload()
  await manager.getByRole('button', { name: 'Salvar', exact: true, disabled: true }).waitFor()
  expect(await manager.getByLabel('Filas comuns').inputValue()).toBe('name')
  expect(await manager.getByLabel('Supervisores da fila').inputValue()).toBe('20')
})
