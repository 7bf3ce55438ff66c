import { eq } from 'drizzle-orm'
import { type Connection, connections } from '../../src/channels/connections/tables'
import { type Queue, type QueueOption, queueOptions, queues } from '../../src/queues/tables'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { doJob } from '../support/jobs'
import { type World, world } from '../support/world'

/** A connection whose bot offers two queues. Ana works in both. */
export async function company(queueIds: readonly number[] = [SALES, SUPPORT]) {
  const w = world()
  const ana = w.attendant([SALES, SUPPORT], { name: 'Ana' })
  await w
    .admin()
    .api.whatsapp({ id: LOJA })
    .put({ queueIds: [...queueIds], greetingMessage: 'Olá, {{firstName}}!' })
  setConnection(w, { enableQueueChatbot: true })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria Alves' })
  const forward = (ms: number) => {
    w.clock.forward(ms)
    doJob(w, 'bot.time')
    doJob(w, 'bot.positions')
  }
  const log = async (id: number) =>
    (await ana.api['tickets-log']({ id }).get()).data?.logs.map(({ kind, data }) => ({ kind, data })) ?? []
  const kinds = async (id: number) => (await log(id)).map(({ kind }) => kind)
  return { w, ana, maria, said: createSaid(w), forward, log, kinds }
}

/** Texts sent to contacts since the last call. */
function createSaid(w: World) {
  let seen = 0
  return () => {
    const all = w.rows<{ id: number; body: string; kind: string }>(
      "SELECT rowid AS id, body, kind FROM messages WHERE from_me = 1 AND kind <> 'note' ORDER BY created_at, id",
    )
    const fresh = all.slice(seen)
    seen = all.length
    return fresh.map(({ body, kind }) => (kind === 'chat' ? body : `${kind} ${body}`.trim()))
  }
}

export const setConnection = ({ db }: World, change: Partial<Connection>) =>
  void db.update(connections).set(change).where(eq(connections.id, LOJA)).run()
export const setQueue = ({ db }: World, id: number, change: Partial<Queue>) =>
  void db.update(queues).set(change).where(eq(queues.id, id)).run()

/** Appends an option; returns its id. */
export const addOption = (
  { db }: World,
  wanted: Pick<QueueOption, 'queueId' | 'title' | 'optionType'> & Partial<QueueOption>,
): number => {
  const position = db.select().from(queueOptions).all().length
  return db
    .insert(queueOptions)
    .values({ position, ...wanted })
    .returning()
    .get().id
}
