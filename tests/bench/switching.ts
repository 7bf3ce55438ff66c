/** Switching tickets in headless Chromium: time until the conversation is drawn. */
import { openBrowser, signIn } from '../journeys/support/browser'
import { openDemo, RAFAEL } from '../journeys/support/demo'
import { measureSwitches } from '../journeys/support/switching'
import type { Report } from './report'

/** Tickets visible on a page, each with a full page of messages. */
const TICKETS = 12
const MESSAGES = 20

export async function benchDesk(report: Report, { switches }: { switches: number }) {
  const [demo, browser] = await Promise.all([openDemo(), openBrowser()])
  try {
    const admin = await demo.signIn(RAFAEL.email)
    await admin.link()
    await admin.crowd(TICKETS, MESSAGES)
    for (const ticket of await admin.tickets('pending')) await admin.accept(ticket)
    const { page } = await browser.open({ motion: true })
    await signIn(page, demo, RAFAEL.email)
    const { cached, fromServer, emptyFrame } = await measureSwitches(page, { tickets: TICKETS, switches })
    const framesCached = Math.round((cached / emptyFrame) * 10) / 10
    const measured = [cached, fromServer, emptyFrame].filter((ms) => ms > 0).length
    report.add({ id: 'desk.switch', counted: measured, expected: 3, cached, fromServer, emptyFrame, framesCached })
  } finally {
    await browser.close()
    await demo.close()
  }
}
