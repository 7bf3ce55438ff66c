/** Debian's headless Chromium, or the full one: one browser per process, and a fresh context for each page. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright'
import type { SignedIn } from '../../../src/users/contract'
import { patience } from '../../support/bound'
import { clockShift, unshiftedEnvironment } from '../../support/clock'
import type { Demo } from './demo'

/** The first that exists. Without windows, tab strips and extensions it needs two thirds of the processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  // A name that is not this machine: over plain HTTP browsers then disable features, as for users without a
  // certificate.
  '--host-resolver-rules=MAP balcao.test 127.0.0.1',
  // A microphone that beeps.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]
/**
 * Most of a journey's processor time is the browser's. Pages live too short for optimized code to pay, and nobody
 * looks at the pixels; together this saves a quarter. Not for measurements.
 */
const CHEAP = [
  '--js-flags=--no-opt --no-maglev',
  '--in-process-gpu',
  '--disable-lcd-text',
  '--font-render-hinting=none',
]

/** The open dialog or popover. A toast has the same role and is left out: it may stand beside either. */
export const dialogOf = (page: Page) => page.locator('[role="dialog"]:not(.toast-card)')

export type Look = {
  readonly theme?: 'light' | 'dark'
  readonly language?: 'pt-BR' | 'en' | 'es' | 'tr'
  readonly phone?: boolean
  /** Window width: a phone has 390 px, a desktop 1440. */
  readonly width?: number
  /** Without one nothing can be recorded. */
  readonly microphone?: boolean
  /** Journeys run with reduced motion; measurements use what most users see. */
  readonly motion?: boolean
}
export type Window = { readonly page: Page; readonly faults: string[] }

let running: Promise<Browser> | undefined

export async function openBrowser() {
  running ??= launch()
  const browser = await running
  return {
    open: (look: Look = {}) => openWindow(browser, look),
    /** Only for measurements that follow. */
    close() {
      running = undefined
      return browser.close()
    },
  }
}

async function launch(): Promise<Browser> {
  const executablePath = BROWSERS.find((path) => existsSync(path))
  if (!executablePath) throw new Error('no browser: apt-get install chromium-headless-shell')
  // Without a locale, file names lose their accents.
  const env = { ...unshiftedEnvironment, LANG: 'C.UTF-8' }
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...CHEAP], env })
}

async function openWindow(
  browser: Browser,
  {
    theme = 'light',
    language = 'pt-BR',
    phone = false,
    width = phone ? 390 : 1440,
    microphone = true,
    motion = false,
  }: Look,
): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width, height: phone ? 844 : 900 },
    hasTouch: phone,
    isMobile: phone,
    colorScheme: theme,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  context.setDefaultTimeout(patience())
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  if (clockShift !== 0) await context.addInitScript(shiftDates, clockShift)
  if (!microphone)
    await context.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  const page = await context.newPage()
  return { page, faults: faultsOf(page) }
}

/** Runs in the page: its clock is this process's. */
function shiftDates(shift: number): void {
  const machines = Date
  const now = () => machines.now() + shift
  globalThis.Date = new Proxy(machines, {
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made),
    apply: () => new machines(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  machines.prototype.constructor = globalThis.Date
}

/** Errors of the page itself: exceptions and console errors. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // Chromium logs refused responses, missing files and network loss as console errors; the page handles them.
    const isAnswer =
      /Failed to load resource|dynamically imported module|error occurred when fetching the script|Unable to preload CSS|^WebSocket .* (net::ERR_(CONNECTION_|SOCKET_NOT_CONNECTED)|Connection closed before receiving a handshake response)/.test(
        message.text(),
      )
    if (message.type() === 'error' && !isAnswer) faults.push(message.text())
  })
  return faults
}

/**
 * Skips the form, which has its own journeys: the page finds a session and opens at `path`. Returns the session's
 * token.
 */
export async function signIn(
  page: Page,
  { url, password }: Pick<Demo, 'url' | 'password'>,
  email: string,
  path = '/tickets',
): Promise<string> {
  const answer = await page.request.post(`${url}/api/auth/login`, {
    data: { email, password },
    headers: { origin: url },
    timeout: patience(),
  })
  if (!answer.ok()) throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`)
  const hint = await page.addInitScript(() => localStorage.setItem('signedIn', 'by a journey'))
  await page.goto(`${url}${path}`)
  await hint.dispose()
  await page.locator('.topbar').waitFor()
  return ((await answer.json()) as SignedIn).token // the response of its route
}

/** The address changes first; until the desk has loaded, sign-in shows a small desk of its own. */
export async function isAtDesk(page: Page): Promise<void> {
  await page.waitForURL('**/tickets**')
  await page.locator('input[name=password]').waitFor({ state: 'detached' })
}

export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
}

/** A switch that saves by itself: it shows the server's value a moment after the click. */
export async function turn(control: Locator, on: boolean): Promise<void> {
  await control.click()
  await control.and(control.page().locator(on ? ':checked' : ':not(:checked)')).waitFor()
}

export const otherPage = (page: Page): Promise<Page> => (page.context() as BrowserContext).newPage()
