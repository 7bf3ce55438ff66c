/**
 * Attendants' pages got every message once and rising delivery statuses, and in the end show the same as a newly opened
 * page.
 */
import { EDITING } from '../../src/channels/contract'
import type { Message } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import type { Finding } from './audit'
import type { Environment } from './environment'
import type { Page, PageMessage } from './page'

const LAST_EVENTS_MS = 5_000

export async function auditPages({ companies }: Environment): Promise<Finding[]> {
  const all = companies.flatMap(({ attendants }) => attendants)
  return (
    await Promise.all(
      all.map(async ({ page, user }) => {
        await page.caughtUp()
        const finding = (rule: string, what: string): Finding => ({
          rule,
          what: `${what}, page of ${user.email}`,
          id: null,
          companyNumber: null,
        })
        return [
          ...page.errors.map((what) => finding('events', what)),
          ...[...page.messages].flatMap(([id, known]) =>
            mistakesIn(known).map((what) => finding('events', `message ${id}: ${what}`)),
          ),
          ...(await staleRows(page)).map((what) => finding('page differs', what)),
        ]
      }),
    )
  ).flat()
}

function mistakesIn({ created, statuses, log }: PageMessage): string[] {
  const seen = statuses.filter((ack) => ack !== EDITING)
  const hasFallen = seen.some((ack, index) => ack < (seen[index - 1] ?? 0) && !(ack === 0 && seen[index - 1] === 1))
  return [
    ...(created > 1 ? [`created ${created} times: ${log.join(' · ')}`] : []),
    ...(hasFallen ? [`statuses fell: ${log.join(' · ')}`] : []),
  ]
}

/** Waits for the last events. */
async function staleRows(page: Page): Promise<string[]> {
  await until(async () => (await differing(page)).length === 0, { within: LAST_EVENTS_MS, every: 500 }).catch(() => {})
  return differing(page)
}

async function differing({ messages, conversations, readConversation }: Page): Promise<string[]> {
  const stale: string[] = []
  for (const ticketId of conversations) {
    for (const fresh of await readConversation(ticketId)) {
      const kept = messages.get(fresh.id)
      const [here, there] = [kept?.message && essence(kept.message), essence(fresh)]
      if (here !== there)
        stale.push(`message ${fresh.id} here ${here ?? 'unknown'}, there ${there}: ${kept?.log.join(' · ')}`)
    }
  }
  return stale
}

/** Fields that must be equal on page and server. */
const COMPARED = [
  'ticketId',
  'body',
  'fromMe',
  'ack',
  'failure',
  'isDeleted',
  'isEdited',
  'oldMessages',
  'reactions',
  'revision',
  'refused',
] as const satisfies readonly (keyof Message)[]

const essence = (message: Message): string =>
  JSON.stringify(
    Object.fromEntries([...COMPARED.map((field) => [field, message[field]]), ['media', message.media?.state]]),
  )
