/** Every screen: loads each `<module>.screens.ts` below tests/. */
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Demo } from './demo'
import { type ScreenFile, TALKING_TO } from './screen'

const tests = join(import.meta.dir, '..', '..')
const paths = [...new Bun.Glob('**/*.screens.ts').scanSync(tests)].sort()
const files: readonly ScreenFile[] = await Promise.all(
  paths.map((path) => import(join(tests, path)) as Promise<ScreenFile>), // each file is type-checked beside its module
)

export const privateScreens = files.flatMap(({ screens = [] }) => screens)
/** Dialogs over the desk. */
export const floats = files.flatMap(({ floats = [] }) => floats)
export const dialogs = files.flatMap(({ dialogs = {} }) => Object.entries(dialogs))
/** Pages with a table of rows. */
export const tables = files.flatMap(({ tables = [] }) => tables)

export async function showLogin(page: Page, { url }: Demo): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[name=password]').waitFor()
}

/** A company at work: linked, with a second connection not yet linked, and an open conversation. */
export async function furnish(demo: Demo, email: string): Promise<void> {
  const admin = await demo.signIn(email)
  await admin.link()
  await admin.demand('POST', '/whatsapp', { name: 'Loja Norte' })
  const { id, contactId } = await admin.accept(await admin.ticketOf(TALKING_TO))
  await admin.demand('PUT', `/tickets/${id}`, { status: 'closed' })
  const ticket = await admin.demand<TicketSummary>('POST', '/tickets', { contactId, queueId: 1 })
  await admin.demand('POST', `/messages/${ticket.id}`, { body: 'Entregamos, sim! Para *Niterói* o frete é grátis.' })
  for (const waiting of (await admin.tickets('pending')).slice(0, 1)) await admin.accept(waiting)
}
