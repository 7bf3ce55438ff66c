/** The operator gives the installation a domain: the certificate fails, says why, and heals. */
import { afterAll, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { startAcme } from '../../src/simulator/acme/stand-in'
import { freePort } from '../support/free-port'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const DOMAIN = 'atende.example.com'
const [httpPort, httpsPort] = [await freePort(), await freePort()]
const acme = startAcme({ httpPort, tlsPort: httpsPort })
afterAll(() => acme.stop())

const { enter } = await stage({
  environment: {
    BALCAO_HTTP_PORT: String(httpPort),
    BALCAO_HTTPS_PORT: String(httpsPort),
    BALCAO_ACME_URL: acme.directory,
  },
})

/** Of the page itself: a notice may be leaving at its edge. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(within: string): Promise<{ violations: { id: string }[] }> } } // just loaded
    return (await axe.run('main')).violations.map(({ id }) => id)
  })
}

test('a certificate that fails says what to do, and comes once that is done', async () => {
  acme.faults.validation = 'connection'
  const page = await enter(RAFAEL.email, { at: '/installation' })
  await page.getByRole('heading', { name: 'O proxy traz o TLS' }).waitFor()
  await page.getByRole('button', { name: 'Com domínio' }).click()
  await page.getByLabel('Domínio', { exact: true }).fill('https://atende.example.com')
  await page.getByRole('button', { name: 'Salvar e pedir o certificado' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Domínio', { exact: true }).fill(DOMAIN)
  await page.getByRole('button', { name: 'Salvar e pedir o certificado' }).click()

  await page.getByRole('heading', { name: 'Ainda sem certificado' }).waitFor()
  await page.getByText('A autoridade não alcançou esta máquina').first().waitFor()
  await page.getByText('Abra as portas 80 e 443 no firewall').waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(page.url().replace('/installation', '/monitor'))
  await page.getByText(`Não há certificado para ${DOMAIN}.`).waitFor()

  // The operator opens the port.
  acme.faults.validation = null
  await page.goBack()
  const good = page.getByRole('heading', { name: 'Certificado em dia' })
  const tryNow = page.getByRole('button', { name: 'Tentar agora' })
  // The authority's limits allow no second order at once; the page says so until then.
  for (let tries = 0; tries < 30 && !(await good.isVisible()); tries++) {
    if (await tryNow.isVisible()) await tryNow.click()
    await good.waitFor({ timeout: 3000 }).catch(() => undefined)
  }
  await good.waitFor()
  await page.getByText('Emitido').waitFor()
  expect(await violations(page)).toEqual([])
  const answer = await fetch(`http://127.0.0.1:${httpPort}/tickets`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(`https://${DOMAIN}:${httpsPort}/tickets`)
})
