/**
 * A page that plays web.whatsapp.com, a browser that takes it for that, and a passkey in it: requesting one needs no
 * WhatsApp.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { CERTIFICATE, KEY } from './whatsapp-web-certificate'

/** As `exportPasskey` of the simulator returns it. */
export type ExportedPasskey = {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly rpId: string
  readonly privateKey: string
  readonly userHandle: string
  readonly signCount: number
}

export type WhatsappWeb = ReturnType<typeof openWhatsappWeb>

export function openWhatsappWeb() {
  let gate = Promise.resolve()
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key: KEY, cert: CERTIFICATE },
    async fetch(request) {
      asked.push(new URL(request.url).pathname)
      await gate
      // As strict as WhatsApp's own page, and more.
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'self'; connect-src 'self'; script-src 'self'",
        'cross-origin-opener-policy': 'same-origin',
      }
      return new Response('<!doctype html><title>WhatsApp Web</title><h1>WhatsApp Web</h1>', { headers })
    },
  })
  const spki = new X509Certificate(CERTIFICATE).publicKey.export({ format: 'der', type: 'spki' })
  return {
    asked,
    /** Chromium's arguments. */
    arguments: [
      `--host-resolver-rules=MAP web.whatsapp.com 127.0.0.1:${server.port}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
    ],
    /** Pages wait until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    close: () => server.stop(true),
  }
}

/** The full Chromium: the headless shell has no extensions. */
export async function openWholeBrowser(web: WhatsappWeb, extension?: string) {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--headless=new',
      '--no-first-run',
      '--disable-background-networking',
      ...web.arguments,
      ...(extension ? [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`] : []),
    ],
    // Playwright disables them by default.
    ignoreDefaultArgs: ['--disable-extensions', '--headless'],
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    env: { ...process.env, LANG: 'C.UTF-8' },
  })
  context.setDefaultTimeout(30_000)
  return {
    context,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** The owner's passkey, with a user gesture that is always granted. */
export async function keepPasskey(context: BrowserContext, page: Page, passkey: ExportedPasskey) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...passkey } })
  return devtools
}
