/** An attendant writes while the company moves to another machine of the fleet. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { localNode } from '../../cli/commands/fleet/local'
import { serve } from '../../src/main'
import { processName } from '../../src/operator/handover'
import type { Config } from '../../src/platform/config'
import { startFleet } from '../fleet/node/fleet'
import { patience } from '../support/bound'
import { PASSWORD } from '../support/company-world'
import { afterThisTest } from '../survival/support/cleanups'
import { until } from '../survival/support/until'
import { type Look, openBrowser, signIn } from './support/browser'
import { desk } from './support/desk'

setDefaultTimeout(patience(300_000))
const browser = await openBrowser()
afterAll(() => browser.close())

const PROGRAM = join(import.meta.dir, '..', 'fleet/door/support/serve-process.ts')
const screens = () => Bun.file(join(import.meta.dir, '..', '..', 'dist', 'screens.pack'))
const CUSTOMER = 'Mariana Duarte'

const configOf = (dataDir: string): Config => ({
  dataDir,
  host: '127.0.0.1',
  port: 0,
  httpsPort: 0,
  httpPort: 0,
  publicUrl: null,
  trustProxy: [],
  metricsToken: null,
  admin: { email: null, password: null },
  whatsapp: null,
  logLevel: process.env.SHOW_LOG ? 'info' : 'silent',
})

/** Nodes `a`, which people reach and which has the company, and `b`, which keeps its copy. */
async function openTwoMachines() {
  const company = { uuid: '', email: '' }
  const fleet = await startFleet((w) => {
    const bakery = w.company('Padaria Sol')
    const attendant = bakery.attendant([], { profile: 'admin' })
    const contact = bakery.contact({ name: CUSTOMER })
    bakery.ticket({ contactId: contact.id, userId: attendant.userId })
    Object.assign(company, { uuid: bakery.tenant.uuid, email: attendant.email })
  })
  const a = await serve(configOf(fleet.first), { fleet: await fleet.settings('a'), screens })
  afterThisTest(() => a.stop())
  const child = Bun.spawn([process.execPath, PROGRAM], {
    env: {
      ...process.env,
      SERVED: JSON.stringify({ config: configOf(fleet.emptyFolder()), fleet: await fleet.settings('b') }),
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  afterThisTest(() => child.kill('SIGKILL'))
  const found = () => a.server.fleet?.status().companies.find(({ uuid }) => uuid === company.uuid)
  await until(() => found()?.isStandbyReady && found()?.lag === 0)
  const move = async (to: string) => {
    await a.server.fleet?.move(company.uuid, to)
    await until(() => found()?.owner === to)
  }
  return { a, company, move }
}

/** Notes in the page for how long it says "salvando…", and how long each message waits for its answer. */
async function watch(page: Page) {
  await page.evaluate(() => {
    const shown = { since: 0, longest: 0, times: 0 }
    Object.assign(globalThis, { shown })
    const look = () => {
      const isShown = document.body.textContent.includes('salvando…')
      if (isShown && shown.since === 0) Object.assign(shown, { since: performance.now(), times: shown.times + 1 })
      if (!isShown && shown.since > 0) {
        shown.longest = Math.max(shown.longest, performance.now() - shown.since)
        shown.since = 0
      }
      requestAnimationFrame(look)
    }
    look()
  })
  return () =>
    page.evaluate(() => (globalThis as unknown as { shown: { since: number; longest: number; times: number } }).shown)
}

const picture = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

async function writeWhileMoving(look: Look, name: string) {
  const { a, company, move } = await openTwoMachines()
  const { page, faults } = await browser.open(look)
  afterThisTest(() => page.context().close())
  const token = await signIn(page, { url: a.url, password: PASSWORD }, company.email)
  await desk(page).open(CUSTOMER)
  await desk(page).box.waitFor()
  await desk(page).say('antes da mudança')
  await desk(page).bubble('antes da mudança').waitFor()
  const saving = await watch(page)
  const words: string[] = []
  let isMoving = true
  const write = (async () => {
    for (let n = 1; isMoving || n <= 3; n++) {
      words.push(`mensagem ${n}, fim`)
      await desk(page).say(`mensagem ${n}, fim`)
      await page.waitForTimeout(150)
    }
  })()
  const pictured = page
    .getByText('salvando…')
    .waitFor()
    .then(() => picture(page, name))
    .catch(() => {})
  const began = performance.now()
  await move('b')
  const moved = performance.now() - began
  isMoving = false
  await write
  await pictured
  for (const text of words) await desk(page).bubble(text).waitFor()
  const headers = { authorization: `Bearer ${token}` }
  /** As the company's new machine has them. */
  const stored = async () => {
    const answer = await fetch(`${a.url}/api/messages/1`, { headers })
    const { messages } = (await answer.json()) as { messages: { body: string }[] }
    return messages.map(({ body }) => body).filter((body) => body.includes('mensagem '))
  }
  await until(async () => (await stored()).length >= words.length, { why: stored })
  expect(await stored()).toEqual(words)
  const shown = () =>
    page
      .locator('.msg')
      .filter({ hasText: /mensagem \d/ })
      .allInnerTexts()
  await until(async () => (await shown()).length === words.length, { why: shown })
  await until(async () => (await saving()).since === 0)
  const { longest, times } = await saving()
  console.log(
    `${name}: moved in ${Math.round(moved)} ms, "salvando…" ${times} times, ${Math.round(longest)} ms at most`,
  )
  expect(longest).toBeLessThan(patience(2000))
  expect(faults).toEqual([])
  return page
}

test('a company moves while an attendant writes: nothing is lost, and the screen says so for two seconds at most', async () => {
  await writeWhileMoving({}, 'moving')
})

test('the dark theme says so, too', async () => {
  await writeWhileMoving({ theme: 'dark', width: 1024 }, 'moving-dark')
})

/** A command has the company for longer than a moment. */
async function waitForCommand(look: Look, name: string) {
  const { a, company } = await openTwoMachines()
  const { page, faults } = await browser.open(look)
  afterThisTest(() => page.context().close())
  await signIn(page, { url: a.url, password: PASSWORD }, company.email)
  await desk(page).open(CUSTOMER)
  await desk(page).box.waitFor()
  const node = localNode(a.server.databases.dataDir)
  await node.ask('/lend', { company: company.uuid, holder: processName(process.pid), work: 'import' })
  const strip = page.getByText('A empresa está recebendo dados; volta sozinha.')
  await strip.waitFor()
  await desk(page).say('escrita enquanto isso')
  await picture(page, name)
  // A page that is opened meanwhile waits, too.
  const second = await page.context().newPage()
  await second.goto(`${a.url}/tickets`)
  await second.getByText('está sendo restaurada ou importada. Ela volta sozinha.').waitFor()
  await picture(second, `${name}-opened`)
  await node.ask('/lend/end', { company: company.uuid })
  await strip.waitFor({ state: 'detached' })
  await desk(page).bubble('escrita enquanto isso').waitFor()
  await second.getByText(CUSTOMER).first().waitFor()
  expect(faults).toEqual([])
}

test('while a command has the company, its pages say so, keep what people write, and go on by themselves', async () => {
  await waitForCommand({}, 'away')
})

test('so they do on a phone and in the dark', async () => {
  await waitForCommand({ theme: 'dark', width: 390 }, 'away-phone-dark')
})
