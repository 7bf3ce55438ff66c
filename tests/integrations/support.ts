/** A company whose only queue is answered by an n8n stand-in. */
import { eq } from 'drizzle-orm'
import { connections } from '../../src/channels/connections/tables'
import type { CreateIntegration } from '../../src/features/integrations/contract'
import { type N8n, type N8nOptions, startN8n } from '../../src/simulator/n8n/stand-in'
import { afterEachTest } from '../support/after-each'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { doJob } from '../support/jobs'
import { until } from '../support/until'
import { allowLocal } from '../support/webhook-receiver'
import { type WorldOptions, world } from '../support/world'

const running: N8n[] = []
afterEachTest(() => {
  for (const one of running.splice(0)) one.stop()
})

export function n8n(options?: N8nOptions): N8n {
  const one = startN8n(options)
  running.push(one)
  return one
}

export async function company(
  { queueIds = [SUPPORT], ...options }: WorldOptions & { readonly queueIds?: readonly number[] } = {},
  made: Partial<CreateIntegration> = {},
) {
  const w = world({ outsideAllow: allowLocal, ...options })
  const server = n8n({ now: w.clock.now })
  const admin = w.admin()
  const ana = w.attendant([SALES, SUPPORT], { name: 'Ana' })
  const body = { type: 'n8n', name: 'Pedidos', urlIntegration: server.url, urlToken: server.checks.token } as const
  const { data } = await admin.api['queue-integration'].post({ ...body, ...made })
  if (!data) throw new Error('the integration was not created')
  server.checks.secret = data.secret
  await admin.api.queue({ id: SUPPORT }).put({ integrationId: data.id })
  await admin.api.whatsapp({ id: LOJA }).put({ queueIds: [...queueIds], greetingMessage: 'Olá, {{firstName}}!' })
  w.db.update(connections).set({ enableQueueChatbot: true }).where(eq(connections.id, LOJA)).run()
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria Alves' })
  const texts = () =>
    w
      .rows<{ body: string; kind: string }>(
        "SELECT body, kind FROM messages WHERE from_me = 1 AND kind <> 'note' ORDER BY created_at, id",
      )
      .map(({ body, kind }) => (kind === 'chat' ? body : `${kind} ${body}`.trim()))
  let seen = 0
  /** Texts sent to contacts since the last call. */
  const said = () => {
    const all = texts()
    const fresh = all.slice(seen)
    seen = all.length
    return fresh
  }
  const isQuiet = () => w.rows('SELECT 1 FROM integration_turns').length === 0
  return {
    w,
    server,
    admin,
    ana,
    maria,
    said,
    integration: data,
    /** Waits until every turn is taken. */
    settled: () => until(isQuiet, 'the turns'),
    forward(ms: number) {
      w.clock.forward(ms)
      doJob(w, 'integrations.turns')
    },
    log: () =>
      w
        .rows<{ kind: string; data: string }>('SELECT kind, data FROM ticket_log WHERE ticket_id = 1 ORDER BY id')
        .map(({ kind, data }) => ({ kind, data: JSON.parse(data) as Record<string, unknown> })),
    calls: async () => (await admin.api['queue-integration']({ id: data.id }).calls.get()).data?.calls ?? [],
  }
}
