/** Every screen, each brought to a state in which it shows something. */
import type { Locator, Page } from 'playwright'
import type { TicketSummary } from '../../../src/tickets/contract'
import { dialogOf } from './browser'
import type { Demo } from './demo'

/** A customer of the sample company whose ticket an admin has accepted. */
export const TALKING_TO = 'João Pedro Sant’Anna'

export type Screen = { readonly name: string; show(page: Page, demo: Demo): Promise<void> }

/**
 * Opens an address and waits for something on it. Navigates within the page, like a link; the same address again
 * reloads.
 */
const opens =
  (path: string, shown: (page: Page) => Locator): Screen['show'] =>
  async (page, { url }) => {
    const [from] = page.url().split('?')
    if (from === `${url}${path}`) await page.goto(`${url}${path}`)
    else await page.evaluate((to) => history.pushState({}, '', to), path)
    await shown(page).waitFor()
  }
const firstTicket = (page: Page) => page.locator('.ticket').first()
const firstRow = (page: Page) => page.getByRole('row').nth(1)

/** Presses a button in the conversation header, or its menu entry where the header has no room. */
async function pressInHead(page: Page, button: string, icon: string) {
  const inHead = page.locator(`.pane-head button${button}`)
  if (await inHead.isVisible()) return inHead.click()
  await page.locator('.pane-head button:has(.lucide-ellipsis-vertical)').click()
  await page.locator(`.menu-row:has(${icon})`).click()
}

/** Elements are found by role and icon, not by text: the screens are shown in four languages. */
export const privateScreens: readonly Screen[] = [
  { name: 'desk-list', show: opens('/tickets', firstTicket) },
  {
    name: 'desk-chat',
    async show(page) {
      await page.getByRole('link', { name: TALKING_TO }).first().click()
      await page.locator('.msg').first().waitFor()
      await page.locator('#composer').waitFor()
    },
  },
  {
    name: 'desk-contact',
    async show(page) {
      await pressInHead(page, ':has(.lucide-panel-right)', '.lucide-panel-right')
      await page.locator('.desk-contact .facts').waitFor()
    },
  },
  {
    name: 'desk-transfer',
    async show(page) {
      const back = page.locator('.desk-contact .pane-head button:has(.lucide-x)')
      if (!(await page.locator('#composer').isVisible())) await back.click()
      await pressInHead(page, ':has(.lucide-arrow-right-left)', '.lucide-arrow-right-left')
      await dialogOf(page).waitFor()
    },
  },
  {
    name: 'desk-forward',
    async show(page) {
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.locator('.msg-out .msg-tools').last().getByRole('button').last().press('Enter')
      await page.locator('.menu-row:has(.lucide-forward)').press('Enter')
      await dialogOf(page).getByRole('checkbox').first().waitFor()
    },
  },
  { name: 'email', show: opens('/Email', (page) => page.locator('.rich-text')) },
  { name: 'email-templates', show: opens('/EmailTemplates', firstRow) },
  { name: 'email-signature', show: opens('/Email?signature=true', (page) => dialogOf(page).locator('.rich-text')) },
  { name: 'email-sent', show: opens('/EmailLis', firstRow) },
  {
    name: 'email-pane',
    async show(page) {
      await page.locator('.mail-open').first().click()
      await page.locator('.mail-rcpt').first().waitFor()
    },
  },
  { name: 'email-scheduled', show: opens('/EmailsAgendado', firstRow) },
  { name: 'settings', show: opens('/settings', (page) => page.getByRole('switch').first()) },
  { name: 'campaigns', show: opens('/campaigns', firstRow) },
  {
    name: 'campaign-report',
    async show(page) {
      await page.locator('tr:has(.state-ok) a').first().click()
      await page.locator('.funnel').waitFor()
      await firstRow(page).waitFor()
    },
  },
  { name: 'campaign-new', show: opens('/campaigns/new', (page) => page.locator('.editor').first()) },
  { name: 'campaign-dashboard', show: opens('/campaign-dashboard', firstRow) },
  { name: 'campaigns-config', show: opens('/campaigns-config', (page) => page.getByRole('checkbox').first()) },
  {
    name: 'campaigns-variables',
    show: opens('/campaigns-config?tab=variables', (page) => page.locator('.btn-primary')),
  },
  { name: 'campaigns-opt-outs', show: opens('/campaigns-config?tab=optOuts', firstRow) },
  { name: 'contact-lists', show: opens('/contact-lists', firstRow) },
  {
    name: 'contact-list-items',
    async show(page) {
      await firstRow(page).getByRole('link').first().click()
      await page.getByRole('switch').first().waitFor()
    },
  },
  {
    name: 'contact-list-import',
    async show(page) {
      await page.getByRole('main').locator('button:has(.lucide-file-up)').first().click()
      await dialogOf(page).locator('.file-drop').waitFor()
    },
  },
  { name: 'connections', show: opens('/connections', firstRow) },
  {
    name: 'connections-qr',
    async show(page) {
      await page.getByRole('row').nth(2).locator('button:has(.lucide-qr-code)').click()
      await page.locator('.qr-code').waitFor()
    },
  },
  {
    name: 'connections-code',
    async show(page) {
      await dialogOf(page).getByRole('tab').nth(1).click()
    },
  },
  {
    name: 'connections-new',
    async show(page, demo) {
      await opens('/connections', firstRow)(page, demo)
      await page.getByRole('main').locator('.btn-primary').first().click()
      await dialogOf(page).waitFor()
    },
  },
  { name: 'queues', show: opens('/queues', firstRow) },
  {
    name: 'queues-edit',
    async show(page) {
      await firstRow(page).locator('button:has(.lucide-pencil)').press('Enter')
      await dialogOf(page).locator('.editor').first().waitFor()
    },
  },
  {
    name: 'queues-bot',
    async show(page) {
      await dialogOf(page).locator('#queue-tab-bot').click()
      await dialogOf(page).locator('.twig').nth(3).waitFor()
    },
  },
  {
    name: 'queues-bot-option',
    async show(page) {
      await dialogOf(page).locator('.grip[data-grip]').first().press('Enter')
      await dialogOf(page).locator('.twig-edit').waitFor()
    },
  },
  {
    name: 'queues-people',
    async show(page) {
      await dialogOf(page).locator('#queue-tab-people').click()
      await dialogOf(page).getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'queues-delete',
    async show(page, demo) {
      await opens('/queues', firstRow)(page, demo)
      await firstRow(page).getByRole('button').last().press('Enter')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'announcements', show: opens('/announcements', firstRow) },
  { name: 'monitor', show: opens('/monitor', firstRow) },
  {
    name: 'monitor-backups',
    show: opens('/monitor?tab=backups', (page) => page.locator('.half-none').first()),
  },
  { name: 'operator-settings', show: opens('/operator-settings', (page) => page.locator('form input').first()) },
  { name: 'plans', show: opens('/plans', firstRow) },
  {
    name: 'plan',
    show: async (page, demo) => {
      await opens('/plans', firstRow)(page, demo)
      await page
        .getByRole('button', { name: /Profissional/ })
        .first()
        .click()
      await page.locator('.plan-menu-groups').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'company',
    show: async (page, demo) => {
      await opens('/companies', firstRow)(page, demo)
      await page.locator('.company-name').first().click()
      await page.locator('.use-row').first().waitFor()
    },
  },
  { name: 'helps', show: opens('/helps?open=1', (page) => page.locator('.help-poster')) },
  { name: 'tags', show: opens('/tags', firstRow) },
  {
    name: 'tags-edit',
    async show(page) {
      await firstRow(page).getByRole('button').first().press('Enter')
      await dialogOf(page).locator('.swatch').first().waitFor()
    },
  },
  { name: 'ai', show: opens('/ChatGPT/1', (page) => page.locator('.ai-answer').first()) },
  { name: 'dashboard', show: opens('/', (page) => page.locator('.chart-plot svg').first()) },
  { name: 'reports', show: opens('/reports', firstRow) },
  { name: 'chats', show: opens('/chats', firstTicket) },
  {
    name: 'chats-open',
    async show(page) {
      await page.locator('.ticket-name').nth(1).click()
      await page.locator('.msg').first().waitFor()
    },
  },
  { name: 'tasks', show: opens('/todolist', (page) => page.locator('.task').first()) },
  {
    name: 'tasks-open',
    async show(page) {
      await page.locator('.task-text').nth(2).click()
      await page.locator('.task-edit').waitFor()
    },
  },
  { name: 'calendar', show: opens('/Calendario', (page) => page.locator('.calendar-event').first()) },
  {
    name: 'calendar-form',
    async show(page) {
      await page.locator('.page-head .btn-primary').click()
      await dialogOf(page).locator('.dialog-body').waitFor()
    },
  },
  {
    name: 'calendar-day',
    async show(page) {
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.locator('.calendar-bar .segment button').nth(2).click()
      await page.locator('.calendar-hour').first().waitFor()
    },
  },
  { name: 'contacts', show: opens('/contacts', firstRow) },
  { name: 'api-docs', show: opens('/docs', (page) => page.locator('.api-page, .api-chapter').first()) },
  { name: 'parameters', show: opens('/parameters', firstRow) },
  { name: 'users', show: opens('/users', firstRow) },
  {
    name: 'users-edit',
    async show(page) {
      await firstRow(page).getByRole('button').first().press('Enter')
      await dialogOf(page).getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'users-hours',
    async show(page) {
      await dialogOf(page).getByRole('tab').nth(2).click()
    },
  },
  { name: 'ratings', show: opens('/ratings', firstRow) },
  {
    name: 'ratings-new',
    async show(page) {
      await page.getByRole('main').locator('.btn-primary').first().click()
      await dialogOf(page).getByRole('region').waitFor()
    },
  },
  { name: 'ratings-results', show: opens('/ratings?tab=results', (page) => page.locator('.chart-plot svg').first()) },
  { name: 'simulator', show: opens('/simulator', (page) => page.getByRole('article').first()) },
]

/** Dialogs over the desk, each opened after the previous one closed; `within` is its container. */
export const floats: readonly (Screen & { within: string })[] = [
  {
    name: 'float-filters',
    within: '.float',
    async show(page, demo) {
      await opens('/tickets', firstTicket)(page, demo)
      await page.locator('.desk-list button:has(.lucide-list-filter)').click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'float-unread',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.topbar button:has(.lucide-bell)').click()
      await page.locator('.unread-row').first().waitFor()
    },
  },
  {
    name: 'float-person',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.topbar button:has(.face)').click()
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
  {
    name: 'float-new-ticket',
    within: '.dialog',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.desk-list button:has(.lucide-square-pen)').click()
      await dialogOf(page).waitFor()
    },
  },
  {
    name: 'float-emoji',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: TALKING_TO }).first().click()
      await page.locator('.composer button:has(.lucide-smile)').click()
      await page.locator('.emoji-one:visible').first().waitFor()
    },
  },
  {
    name: 'float-emoji-names',
    within: '.completion-list',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.emoji-one').first().waitFor({ state: 'hidden' }) // its closing takes the focus
      await page.locator('#composer').fill('')
      await page.locator('#composer').pressSequentially(':cora')
      await page.locator('.completion-list').waitFor()
    },
  },
  {
    name: 'float-palette',
    within: '.dialog',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('#composer').fill('')
      await page.keyboard.press('Control+k')
      await dialogOf(page).getByRole('combobox').fill('a')
      await page.getByRole('option').nth(1).waitFor()
    },
  },
  {
    name: 'float-recording',
    within: '.composer',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.composer button:has(.lucide-mic)').click()
      // Long enough that its level overflows.
      await page.locator('.meter i').nth(30).waitFor({ state: 'attached' })
    },
  },
]

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
