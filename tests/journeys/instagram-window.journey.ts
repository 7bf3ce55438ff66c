/**
 * A conversation on Instagram over the end of its window. Nothing waits a day: the time passes for the stand-in of Meta and
 * for the page, and the server's note of the customer's last message moves back.
 */

import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { until } from '../survival/support/until'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

/** Users have one session each. */
const [MARTA, SOFIA] = ['marta@aurora.example', 'sofia@aurora.example']

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How far the stand-in is ahead. */
let ahead = 0
const meta = startMeta({ now: () => Date.now() + ahead })
const app = meta.addApp({ name: 'Maré Sistemas' })
const { demo, enter } = await stage({
  environment: {
    BALCAO_GRAPH_URL: meta.url,
    BALCAO_META_APP_ID: app.id,
    BALCAO_META_APP_SECRET: app.secret,
    BALCAO_META_VERIFY_TOKEN: app.verifyToken,
  },
})
app.callbackUrl = `${demo.url}/api/meta/webhook`

const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Everybody’s time passes, but the server’s own: what it noted is as much older. */
function pass(ms: number): void {
  ahead += ms
  for (const company of readdirSync(join(demo.data, 'tenants'))) {
    const db = new Sqlite(join(demo.data, 'tenants', company, 'tenant.db'))
    db.prepare('UPDATE reply_windows SET opened_at = opened_at - ?').run(ms)
    db.close()
  }
}

test('a conversation on Instagram goes on for people after 24 hours, ends after 7 days, and opens again', async () => {
  const user = meta.addUser({ name: 'Adriana Couto', apps: [app] })
  const account = meta.addPage({ name: 'Aurora', admins: [user], instagram: { username: 'aurora.moveis' } })
  const rafael = await demo.signIn(RAFAEL.email)
  await rafael.demand('POST', '/facebook', {
    facebookUserId: user.id,
    facebookUserToken: meta.userToken(app, user),
    addInstagram: true,
  })
  const lavinia = meta.instagram(meta.person({ name: 'Lavínia Rocha' }), account)
  const arrived = () => lavinia.received.map(({ content }) => content.text)
  await lavinia.text('Consegue segurar a mesa até sábado?')
  const ticket = await until(async () =>
    (await rafael.tickets('pending')).find(({ channel }) => channel === 'instagram'),
  )
  await rafael.accept(ticket)

  const page = await enter(RAFAEL.email, { at: `/tickets/${ticket.uuid}` })
  const { bubble, say, tick, box } = desk(page)
  await bubble('Consegue segurar').waitFor()
  await page.getByText('Depois, só pessoas respondem, por 7 dias.').waitFor()
  await page.getByText(/^2[34] h \d+ min$/).waitFor()
  await say('Seguro sim!')
  await tick('Seguro sim!', 'Enviada').waitFor()
  expect(arrived()).toEqual(['Seguro sim!'])

  // Under two hours it warns; the page needs no reload.
  await page.clock.install()
  pass(23 * HOUR)
  await page.clock.fastForward(23 * HOUR)
  await page.getByText(/^A janela fecha /).waitFor()
  await picture(page, 'soon')

  // After it people may still write, and nobody else.
  pass(2 * HOUR)
  await page.clock.fastForward(2 * HOUR)
  await page.getByText(/^Só pessoas respondem, até/).waitFor()
  await page.getByText('Bot, campanhas e agendamentos ficam de fora.').waitFor()
  await picture(page, 'people')
  await say('Desculpe a demora.')
  await tick('Desculpe a demora.', 'Enviada').waitFor()
  const tagged = meta.seen.filter(({ body }) => JSON.stringify(body).includes('Desculpe a demora.'))
  expect(tagged.map(({ body }) => (body as { tag?: string }).tag)).toEqual(['HUMAN_AGENT'])

  for (const email of [MARTA, SOFIA])
    await demo.command('user', 'create', email, '--name', 'Marta', '--profile', 'admin')
  const marta = await demo.signIn(MARTA)
  const { secret } = await marta.demand<{ secret: string }>('POST', '/api-tokens', { name: 'ERP' })
  const refused = await fetch(`${demo.url}/api/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'accept-language': 'pt-BR' },
    body: JSON.stringify({ contactId: ticket.contact.id, whatsappId: ticket.whatsappId, body: 'Promoção!' }),
  })
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ error: 'ERR_WINDOW_PEOPLE', message: expect.stringContaining('só um atendente') }),
  ])
  await marta.demand('POST', '/schedules', {
    contactId: ticket.contact.id,
    whatsappId: ticket.whatsappId,
    body: 'Lembra da mesa?',
    sendAt: new Date(Date.now() + 2000).toISOString(),
  })
  const schedules = await enter(SOFIA, { at: '/schedules' })
  await schedules
    .getByRole('row', { name: /Lembra da mesa/ })
    .getByText(/não tinha escrito nas últimas 24 horas/)
    .waitFor()
  await picture(schedules, 'schedule')

  // After seven days nothing goes: the composer gives way to what is possible.
  pass(6 * DAY)
  await page.reload()
  const shut = page.getByRole('region', { name: 'Avisar quando escrever' })
  await shut.getByText(/O prazo de 7 dias acabou/).waitFor()
  await shut.getByText('Aqui não há como escrever primeiro.').waitFor()
  expect(await box.count()).toBe(0)
  await picture(page, 'shut')
  const late = await marta.demand('POST', `/messages/${ticket.id}`, { body: 'E agora?' }).catch(String)
  expect(late).toContain('ERR_WINDOW_CLOSED')
  expect(arrived()).toEqual(['Seguro sim!', 'Desculpe a demora.'])

  // An answer to a story opens it, also on the open page.
  ahead = 0
  await lavinia.storyReply('Oi, ainda tem?', `${meta.url}/cdn/story`)
  await bubble('Oi, ainda tem?').waitFor()
  await shut.waitFor({ state: 'detached' })
  await say('Tem sim!')
  await tick('Tem sim!', 'Enviada').waitFor()
  expect(arrived()).toEqual(['Seguro sim!', 'Desculpe a demora.', 'Tem sim!'])
})
