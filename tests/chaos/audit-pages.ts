/** What attendants' pages heard: every message once, ticks only rising, and in the end just what a fresh page would show. */
import type { Message } from '../../src/tickets/messages/contract'
import { EDITING } from '../../ui/features/tickets/rules/ticks'
import { until } from '../survival/support/until'
import type { Finding } from './audit'
import type { Heard, Page } from './page'
import type { Stage } from './stage'

const LAST_EVENTS_MS = 5_000

export async function auditPages({ companies }: Stage): Promise<Finding[]> {
  const all = companies.flatMap(({ attendants }) => attendants)
  return (
    await Promise.all(
      all.map(async ({ page, user }) => {
        await page.caughtUp()
        const told = (rule: string, what: string): Finding => ({
          rule,
          what: `${what}, page of ${user.email}`,
          id: null,
          line: null,
        })
        return [
          ...page.disorder.map((what) => told('events', what)),
          ...[...page.book].flatMap(([id, heard]) =>
            faultsOf(heard).map((what) => told('events', `message ${id}: ${what}`)),
          ),
          ...(await staleRows(page)).map((what) => told('page differs', what)),
        ]
      }),
    )
  ).flat()
}

function faultsOf({ created, ticks, told }: Heard): string[] {
  const seen = ticks.filter((ack) => ack !== EDITING)
  const hasFallen = seen.some((ack, index) => ack < (seen[index - 1] ?? 0) && !(ack === 0 && seen[index - 1] === 1))
  return [
    ...(created > 1 ? [`created ${created} times: ${told.join(' · ')}`] : []),
    ...(hasFallen ? [`ticks fell: ${told.join(' · ')}`] : []),
  ]
}

/** The last events may still be on their way. */
async function staleRows(page: Page): Promise<string[]> {
  await until(async () => (await differing(page)).length === 0, { within: LAST_EVENTS_MS, every: 500 }).catch(() => {})
  return differing(page)
}

async function differing({ book, conversations, readConversation }: Page): Promise<string[]> {
  const stale: string[] = []
  for (const ticketId of conversations) {
    for (const fresh of await readConversation(ticketId)) {
      const kept = book.get(fresh.id)
      const [here, there] = [kept?.message && essence(kept.message), essence(fresh)]
      if (here !== there)
        stale.push(`message ${fresh.id} here ${here ?? 'unknown'}, there ${there}: ${kept?.told.join(' · ')}`)
    }
  }
  return stale
}

const essence = ({
  ticketId,
  body,
  fromMe,
  ack,
  failure,
  isDeleted,
  isEdited,
  oldMessages,
  reactions,
  revision,
  media,
  refused,
}: Message): string =>
  JSON.stringify({
    ticketId,
    body,
    fromMe,
    ack,
    failure,
    isDeleted,
    isEdited,
    oldMessages,
    reactions,
    revision,
    refused,
    media: media?.state,
  })
